export { computerSettingsIn } from './computer-settings.ts'
export { type KnownWorkspaces, knownWorkspaces } from './known-workspaces.ts'
export { createUpkeep, type Upkeep } from './upkeep.ts'
export { type Workspace, WorkspaceError } from './workspace.ts'
export { isOfWorkspace, isWorkspace, nameWorkspace, workspaceName } from './workspace-file.ts'
export {
  type Connection,
  type LocalApiSettings,
  lacksConsent,
  type WorkspaceSettings,
  type WorkspaceSettingsAccess,
  workspaceSettings,
} from './workspace-settings.ts'
