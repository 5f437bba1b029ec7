/**
 * The backups of one workspace share a folder, which also contains the pictures of all backups, each stored
 * once by its content:
 *
 *     2026-11-21T11-27-03Z/backup.json    contents of the backup, and the hash of its database
 *                          catalog.db     the database, one plain file
 *                          pictures.txt   content hashes of its pictures, one per line
 *     media/ab/cd/abcd...                 the pictures of all backups
 *
 * Backups contain no secrets and no paths outside of the folder, so that the folder can be moved as a whole.
 */

import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import * as z from 'zod'
import type { Backup } from '../../src-shared/backup/model.ts'
import { chosenFileLimits as max } from '../../src-shared/file-limits.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { workspaceRoles } from '../../src-shared/workspace/model.ts'
import { hashOfFile } from '../platform/files/hash-of-file.ts'
import { checkSchema, databaseFile } from '../storage/index.ts'

export const manifestFile = 'backup.json'
export const picturesFile = 'pictures.txt'
export const mediaFolder = 'media'

const format = 'catalog-desk-backup'

const count = z.int().min(0)
const manifestSchema = z.object({
  format: z.literal(format),
  name: z.string().max(1000),
  role: z.enum(workspaceRoles),
  connection: z.object({ address: z.string().max(4000), username: z.string().max(4000) }).optional(),
  items: count,
  drafts: count,
  feeds: count,
  waitingFeeds: z.array(z.string().max(1000)).max(100).optional(),
  pictures: count,
  completeUpTo: z.string().max(100).optional(),
  madeAt: z.iso.datetime(),
  version: z.string().max(100),
  databaseBytes: count,
  pictureBytes: count,
  picturesIn: z.string().max(4000).optional(),
  /** SHA-256 of `catalog.db`. */
  databaseHash: z.string().max(100),
})

/** The content of `backup.json`. */
interface Manifest extends Omit<Backup, 'directory'>, Pick<z.infer<typeof manifestSchema>, 'databaseHash'> {
  format: typeof format
}

export const manifestOf = (facts: Omit<Manifest, 'format'>): Manifest => ({ format, ...facts })

/** Why a backup cannot be made or used. */
export type BackupErrorCode = 'NOT_A_BACKUP' | 'DAMAGED' | 'FOLDER_IN_USE' | 'BUSY' | 'CLOSED' | 'FOLDER_AWAY'

/**
 * A backup may come from an untrusted source. A link would lead to a file outside of it, and reading a pipe
 * or a device never ends.
 * @throws PlainError `NOT_A_BACKUP` if the path is not a regular file, or the file is too large
 */
async function refuseUnlessFile(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found && found.size > maxBytes)
    throw new PlainError<BackupErrorCode>(
      'NOT_A_BACKUP',
      say`${path} is larger than ${maxBytes} bytes, which no backup of Catalog Desk has. Choose another backup.`,
    )
  if (found && !found.isFile())
    throw new PlainError<BackupErrorCode>(
      'NOT_A_BACKUP',
      say`${path} is a link, a folder, a pipe or a device, which no backup of Catalog Desk has. Choose another backup.`,
    )
}

/** The path of a backup's database. @throws PlainError `NOT_A_BACKUP` if it is not a file */
export async function databaseOf(directory: string): Promise<string> {
  const path = join(directory, databaseFile)
  await refuseUnlessFile(path)
  return path
}

/** @throws PlainError `NOT_A_BACKUP` */
export async function readManifest(directory: string): Promise<Manifest> {
  await refuseUnlessFile(join(directory, manifestFile), max.backupNotesBytes)
  try {
    const read = manifestSchema.safeParse(JSON.parse(await readFile(join(directory, manifestFile), 'utf8')))
    if (read.success) return read.data
  } catch (error) {
    throw new PlainError<BackupErrorCode>(
      'NOT_A_BACKUP',
      say`${directory} is no backup: it has no readable ${manifestFile}. Choose the folder of one backup.`,
      { cause: error },
    )
  }
  throw new PlainError<BackupErrorCode>('NOT_A_BACKUP', say`${directory} is no backup of Catalog Desk.`)
}

/** A content hash and a line end. */
const lineBytes = 65

/** @throws PlainError `DAMAGED` if a line is not a content hash */
export async function readPictureList(directory: string): Promise<string[]> {
  await refuseUnlessFile(join(directory, picturesFile), max.backupPictures * lineBytes)
  const lines = (await readFile(join(directory, picturesFile), 'utf8')).split('\n').filter(Boolean)
  if (lines.some((line) => !/^[0-9a-f]{64}$/.test(line)))
    throw new PlainError<BackupErrorCode>(
      'DAMAGED',
      say`The list of pictures in ${directory} is damaged. Choose another backup.`,
    )
  return lines
}

/** The folder with the pictures of a backup, shared with the other backups in its folder. */
export const mediaOf = (directory: string): string => join(dirname(directory), mediaFolder)

/** The path of a content below a picture folder, which is the same in a workspace and in a backup folder. */
export const picturePath = (media: string, sha256: string): string =>
  join(media, sha256.slice(0, 2), sha256.slice(2, 4), sha256)

/**
 * The path of a content if it is a regular file in this folder; undefined if it does not exist, or is reached
 * through a link.
 */
export async function ownPicture(media: string, sha256: string): Promise<string | undefined> {
  const path = picturePath(media, sha256)
  const root = await realpath(dirname(media)).catch(() => undefined)
  const real = await realpath(path).catch(() => undefined)
  if (root === undefined || real !== join(root, relative(dirname(media), path))) return undefined
  return (await lstat(real)).isFile() ? path : undefined
}

/** All complete backups in a folder, newest first; unfinished backups and other folders are skipped. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const directory = join(folder, name)
      const manifest = await readManifest(directory).catch(() => undefined)
      return manifest && toBackup(directory, manifest)
    }),
  )
  return found
    .filter((backup) => backup !== undefined)
    .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt))
}

export function toBackup(directory: string, manifest: Manifest): Backup {
  const { format: _format, databaseHash: _hash, ...facts } = manifest
  return { directory, ...facts }
}

/** A time as a folder name that is valid in every file system. */
export const folderNameOf = (moment: number): string =>
  new Date(moment)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** A folder name made from a name given by a person. */
export const slugOf = (name: string): string =>
  withoutEnd(name.normalize('NFKD').replace(/[^\p{Letter}\p{Number}]+/gu, '-'), '-')
    .replace(/^-/, '')
    .toLowerCase()
    .slice(0, 48) || 'workspace'

/**
 * The folder of a workspace's backups below `folder`. It is named after the workspace's folder plus a hash of
 * its path, because another workspace may have the same folder name elsewhere.
 */
export function backupsOf(folder: string, workspaceDirectory: string): string {
  const place = createHash('sha256').update(workspaceDirectory).digest('hex').slice(0, 6)
  return join(folder, `${slugOf(basename(workspaceDirectory))}-${place}`)
}

/**
 * Verifies an entire backup against its manifest: the database by its hash, every picture by its content
 * hash. Each finding is a sentence; without findings, the backup can be restored.
 * @throws PlainError if the folder is not a backup
 */
export async function verifyBackup(directory: string): Promise<string[]> {
  const manifest = await readManifest(directory)
  const findings: string[] = []
  const database = await databaseOf(directory)
  const { size } = await stat(database).catch(() => ({ size: undefined }))
  // A file with a different size is not read: it may be a huge sparse file.
  const hash = size === manifest.databaseBytes ? await hashOfFile(database).catch(() => undefined) : 'other'
  if (size === undefined || hash === undefined)
    findings.push(say`The database ${databaseFile} is missing or cannot be read.`)
  else if (hash !== manifest.databaseHash)
    findings.push(say`The database ${databaseFile} is not what it was when the backup was made.`)
  else {
    const fault = checkSchema(database)
    if (fault) findings.push(fault.message)
  }
  const pictures = await readPictureList(directory).catch(() => undefined)
  if (!pictures) findings.push(say`The list of its pictures is missing or cannot be read.`)
  let left = manifest.pictureBytes
  for (const sha256 of pictures ?? []) {
    const path = await ownPicture(mediaOf(directory), sha256)
    const size = path === undefined ? undefined : (await stat(path).catch(() => undefined))?.size
    if (path === undefined || size === undefined) {
      findings.push(say`The picture ${sha256} is missing.`)
      continue
    }
    left -= size
    if (left < 0 || (await hashOfFile(path).catch(() => undefined)) !== sha256)
      findings.push(say`The picture ${sha256} is damaged.`)
  }
  return findings
}
