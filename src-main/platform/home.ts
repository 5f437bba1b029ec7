import { homedir } from 'node:os'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { closeToOthers } from './private-files.ts'

/**
 * What belongs to this computer and to no workspace: the list of known workspaces, the key that seals their secrets,
 * and, unless the person says otherwise, new workspaces and backups. One folder for both hosts;
 * `CATALOG_DESK_HOME` moves it.
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

/** Takes from other users of this computer what earlier versions let them read there. */
export const closeHomeToOthers = (home: string = homeDirectory()): Promise<string | undefined> =>
  closeToOthers(home, (name) => ownNames.some((own) => name === own || name.startsWith(`${own}.`))).catch(
    () => undefined,
  )

/** A folder as a person types it: `~` is their own. */
export const expandHome = (directory: string): string =>
  directory === '~' || directory.startsWith('~/') ? join(homedir(), directory.slice(1)) : directory
