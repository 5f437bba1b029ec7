import { homedir } from 'node:os'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { closeToOthers } from './private-files.ts'

/**
 * The folder for what belongs to this computer and to no workspace: the list of known workspaces, the key that seals
 * their secrets, and, unless the person says otherwise, new workspaces and backups. Both hosts use the same folder;
 * `CATALOG_DESK_HOME` names another one.
 */
export const homeDirectory = (): string =>
  process.env['CATALOG_DESK_HOME'] ?? envPaths('catalog-desk', { suffix: '' }).data

const ownNames = [
  'computer.key',
  'settings.json',
  'workspaces.json',
  'workspaces',
  'workspace',
  'backups',
  'sending',
  'logs',
]

/** Closes to other users the files in this folder that earlier versions left open to them. */
export const closeHomeToOthers = (home: string = homeDirectory()): Promise<string | undefined> =>
  closeToOthers(home, (name) => ownNames.some((own) => name === own || name.startsWith(`${own}.`))).catch(
    () => undefined,
  )

/** The path of a folder as a person typed it, with `~` replaced by their home. */
export const expandHome = (directory: string): string =>
  directory === '~' || directory.startsWith('~/') ? join(homedir(), directory.slice(1)) : directory
