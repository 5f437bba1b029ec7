import { homedir } from 'node:os'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { restrictAccess } from './private-files.ts'

/**
 * The folder for data of this computer that belongs to no workspace: the list of known workspaces, the key
 * that encrypts their secrets and, by default, new workspaces and backups. Both hosts use the same folder.
 * `CATALOG_DESK_HOME` overrides it.
 */
export const homeDirectory = (): string =>
  process.env['CATALOG_DESK_HOME'] ?? envPaths('catalog-desk', { suffix: '' }).data

/** The file with the accounts at proxies in this folder; sealed like the secrets of a workspace. */
export const proxySecretsFile = 'proxies.json'

const ownNames = [
  'computer.key',
  proxySecretsFile,
  'settings.json',
  'window.json',
  'workspaces.json',
  'workspaces',
  'workspace',
  'backups',
  'sending',
  'updates',
  'logs',
]

/** Removes other users' access to files in this folder that earlier versions left open to them. */
export const makeHomePrivate = (home: string = homeDirectory()): Promise<string | undefined> =>
  restrictAccess(home, (name) => ownNames.some((own) => name === own || name.startsWith(`${own}.`))).catch(
    () => undefined,
  )

/** Replaces a leading `~` in a typed folder path by the home folder. */
export const expandHome = (directory: string): string =>
  directory === '~' || directory.startsWith('~/') ? join(homedir(), directory.slice(1)) : directory
