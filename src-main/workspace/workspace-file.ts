import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { certificateFile } from '../../src-shared/local-api/model.ts'
import { capitalized } from '../../src-shared/texts/spoken.ts'
import { writeFileWhole } from '../platform/files/private-files.ts'
import { unfinishedFolder } from '../platform/files/unfinished-files.ts'
import { databaseFile } from '../storage/index.ts'

/** The file with a workspace's name, in its folder. */
const workspaceFile = 'workspace.json'

async function notedName(directory: string): Promise<string | undefined> {
  try {
    const noted = JSON.parse(await readFile(join(directory, workspaceFile), 'utf8')) as { name?: unknown }
    return typeof noted.name === 'string' && noted.name.trim() !== '' ? noted.name : undefined
  } catch {
    return undefined
  }
}

/** The name that a person gave the workspace in this folder; without one, or with a damaged file, the folder's name. */
export async function workspaceName(directory: string): Promise<string> {
  const noted = await notedName(directory)
  if (noted !== undefined) return noted
  return capitalized(basename(directory))
}

export async function nameWorkspace(directory: string, name: string): Promise<void> {
  await writeFileWhole(join(directory, workspaceFile), `${JSON.stringify({ name }, undefined, 2)}\n`)
}

/** Names a workspace after what it became, unless it has a name that a person gave it. */
export async function nameIfUnnamed(directory: string, name: string): Promise<void> {
  if ((await notedName(directory)) === undefined) await nameWorkspace(directory, name)
}

/** The file that marks a folder while a backup is restored into it. */
export const restoreMark = 'restoring.json'

/** Whether a restore into this folder was killed before it brought the database: nothing there is of a person's. */
export async function isUnfinishedRestore(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((): string[] => [])
  return names.includes(restoreMark) && !names.includes(databaseFile) && names.every(isOfWorkspace)
}

const ownNames = [
  unfinishedFolder,
  workspaceFile,
  restoreMark,
  certificateFile,
  'secrets.json',
  'sample-service',
  'exports',
  'uploads',
]

/** Whether Catalog Desk made the file or folder of this name in a workspace's folder. */
export const isOfWorkspace = (name: string): boolean =>
  name.startsWith(databaseFile) ||
  name.startsWith('media') ||
  name.endsWith('.lock') ||
  ownNames.some((own) => name === own || (name.startsWith(`${own}.`) && name.endsWith('.new')))

/** Whether a workspace is in this folder. */
export const isWorkspace = (directory: string): Promise<boolean> =>
  stat(join(directory, databaseFile)).then(
    (found) => found.isFile(),
    () => false,
  )
