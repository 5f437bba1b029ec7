/**
 * A workspace is a folder with a name, and contains a copy of a service's catalog or a sandbox, which is a
 * service itself. This module owns the list of workspaces, the settings of a workspace and of this computer,
 * and upkeep (rebuild, check).
 */
export {
  openWorkspaceSettings as workspaceSettings,
  type WorkspaceSettingsStore as WorkspaceSettingsAccess,
} from '../storage/index.ts'
export {
  type ComputerSettingsStore,
  computerSettingsIn,
  type KnownWorkspaces,
  knownWorkspaces,
} from './computer.ts'
export { createSampleService, type SampleService } from './sample-service.ts'
export { createSettingsCare, type SettingsCare } from './settings-care.ts'
export { createUpkeep, type Upkeep } from './upkeep.ts'
export { createWorkspace, lacksConsent, type Workspace } from './workspace.ts'
export {
  isOfWorkspace,
  isReplica,
  isUnfinishedRestore,
  isWorkspace,
  markReplica,
  nameWorkspace,
  restoreMark,
  workspaceName,
} from './workspace-file.ts'
