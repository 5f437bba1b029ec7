import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { certificateFile } from '../../src-shared/local-api/model.ts'
import { writeFileWhole } from '../platform/private-files.ts'
import { databaseFile } from '../storage/index.ts'

/** The file with a workspace's name, in its folder. */
const workspaceFile = 'workspace.json'

/** The name that a person gave the workspace in this folder, else the name of the folder. */
export async function workspaceName(directory: string): Promise<string> {
  try {
    const noted = JSON.parse(await readFile(join(directory, workspaceFile), 'utf8')) as { name?: unknown }
    if (typeof noted.name === 'string' && noted.name.trim() !== '') return noted.name
  } catch {
    // Without a name, or with a damaged file, the folder's name counts.
  }
  const folder = basename(directory)
  return folder.charAt(0).toUpperCase() + folder.slice(1)
}

export async function nameWorkspace(directory: string, name: string): Promise<void> {
  await writeFileWhole(join(directory, workspaceFile), `${JSON.stringify({ name }, undefined, 2)}\n`)
}

const ownNames = [workspaceFile, certificateFile, 'secrets.json', 'sample-service', 'exports', 'uploads']

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
