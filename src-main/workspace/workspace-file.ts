import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { certificateFile } from '../../src-shared/local-api/model.ts'
import { capitalized } from '../../src-shared/texts/spoken.ts'
import { writeFileAtomic } from '../platform/files/private-files.ts'
import { unfinishedFolder } from '../platform/files/unfinished-files.ts'
import { databaseFile } from '../storage/index.ts'

/** The file with the name of a workspace, in its folder. */
const workspaceFile = 'workspace.json'

async function notedName(directory: string): Promise<string | undefined> {
  try {
    const noted = JSON.parse(await readFile(join(directory, workspaceFile), 'utf8')) as { name?: unknown }
    return typeof noted.name === 'string' && noted.name.trim() !== '' ? noted.name : undefined
  } catch {
    return undefined
  }
}

/**
 * The name that a person gave the workspace; the folder's name if there is none, or if the file is damaged.
 */
export async function workspaceName(directory: string): Promise<string> {
  const noted = await notedName(directory)
  if (noted !== undefined) return noted
  return capitalized(basename(directory))
}

export async function nameWorkspace(directory: string, name: string): Promise<void> {
  await writeFileAtomic(join(directory, workspaceFile), `${JSON.stringify({ name }, undefined, 2)}\n`)
}

/** Names a workspace after its first use, unless a person has named it. */
export async function nameIfUnnamed(directory: string, name: string): Promise<void> {
  if ((await notedName(directory)) === undefined) await nameWorkspace(directory, name)
}

/** The file that marks a folder while a backup is restored into it. */
export const restoreMark = 'restoring.json'

/**
 * Whether a restore into this folder was killed before it wrote the database, and the folder contains no
 * other files.
 */
export async function isUnfinishedRestore(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((): string[] => [])
  return names.includes(restoreMark) && !names.includes(databaseFile) && names.every(isOfWorkspace)
}

/** The file that marks a folder whose catalog follows that of another desk (src-main/replica). */
const replicaMark = 'replica.json'

/** Whether the catalog in this folder is the copy of a replica. */
export const isReplica = (directory: string): Promise<boolean> => isFile(join(directory, replicaMark))

/** @param hub the address that it follows, for a person who looks into the folder */
export const markReplica = (directory: string, hub: string): Promise<void> =>
  writeFileAtomic(join(directory, replicaMark), `${JSON.stringify({ replicaOf: hub }, undefined, 2)}\n`)

const ownNames = [
  unfinishedFolder,
  workspaceFile,
  restoreMark,
  replicaMark,
  certificateFile,
  'secrets.json',
  'team.json',
  'team',
  'sample-service',
  'exports',
  'uploads',
]

/** Whether a file or folder with this name in a workspace's folder belongs to Catalog Desk. */
export const isOfWorkspace = (name: string): boolean =>
  name.startsWith(databaseFile) ||
  name.startsWith('media') ||
  name.endsWith('.lock') ||
  ownNames.some((own) => name === own || (name.startsWith(`${own}.`) && name.endsWith('.new')))

/** Whether this folder contains a workspace. */
export const isWorkspace = (directory: string): Promise<boolean> => isFile(join(directory, databaseFile))

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
