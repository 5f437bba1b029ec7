/**
 * The backups of one workspace share a folder. In it is also the folder of pictures, each kept once by its content:
 *
 *     2026-11-21T11-27-03Z/backup.json    what the backup holds, and the hash of its database
 *                          catalog.db     the database, one plain file
 *                          pictures.txt   the content hashes of its pictures, one a line
 *     media/ab/cd/abcd...                 the pictures of all backups
 *
 * No backup holds secrets. No file names a place outside, so that the folder can be moved as a whole.
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import type { Backup } from '../../src-shared/backup/model.ts'
import { chosenFileLimits as max } from '../../src-shared/file-limits.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { workspaceRoles } from '../../src-shared/workspace/model.ts'
import { databaseFile, schemaFaultOf } from '../storage/index.ts'

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
 * A backup may come from anybody. A link would lead to a file outside of it, and a pipe or a device never ends.
 * @throws PlainError `NOT_A_BACKUP` when something else than a file has the name, or the file is too large
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

/** The database of a backup. @throws PlainError `NOT_A_BACKUP` when it is no file */
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

/** @throws PlainError `DAMAGED` when a line is no content hash */
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

/** The folder with the pictures of a backup, shared with the backups beside it. */
export const mediaOf = (directory: string): string => join(dirname(directory), mediaFolder)

/** The path of a content below a folder of pictures; the same in a workspace and beside its backups. */
export const picturePath = (media: string, sha256: string): string =>
  join(media, sha256.slice(0, 2), sha256.slice(2, 4), sha256)

/** The path of a content that is a file in this folder; undefined where none is, or a link leads there. */
export async function ownPicture(media: string, sha256: string): Promise<string | undefined> {
  const path = picturePath(media, sha256)
  const root = await realpath(dirname(media)).catch(() => undefined)
  const real = await realpath(path).catch(() => undefined)
  if (root === undefined || real !== join(root, relative(dirname(media), path))) return undefined
  return (await lstat(real)).isFile() ? path : undefined
}

/** All whole backups in a folder, the newest first; unfinished backups and other folders are left out. */
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

/** A moment as the name of a folder that every file system takes. */
export const folderNameOf = (moment: number): string =>
  new Date(moment)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The name of a folder, made from a name that a person gave. */
export const slugOf = (name: string): string =>
  withoutEnd(name.normalize('NFKD').replace(/[^\p{Letter}\p{Number}]+/gu, '-'), '-')
    .replace(/^-/, '')
    .toLowerCase()
    .slice(0, 48) || 'workspace'

/**
 * The folder of a workspace's backups below `folder`: named after the workspace's own folder, with a hash of its path, as
 * another workspace may have a folder of the same name elsewhere.
 */
export function backupsOf(folder: string, workspaceDirectory: string): string {
  const place = createHash('sha256').update(workspaceDirectory).digest('hex').slice(0, 6)
  return join(folder, `${slugOf(basename(workspaceDirectory))}-${place}`)
}

/**
 * Reads a whole backup and compares it with its notes: the database by its hash, every picture by its content hash. Each
 * finding is a sentence; without findings, the backup can be restored as it was made.
 * @throws PlainError when the folder is no backup at all
 */
export async function verifyBackup(directory: string): Promise<string[]> {
  const manifest = await readManifest(directory)
  const findings: string[] = []
  const database = await databaseOf(directory)
  const { size } = await stat(database).catch(() => ({ size: undefined }))
  // A file of another size is not read: it may be a disk full of nothing.
  const hash = size === manifest.databaseBytes ? await hashOfFile(database).catch(() => undefined) : 'other'
  if (size === undefined || hash === undefined)
    findings.push(say`The database ${databaseFile} is missing or cannot be read.`)
  else if (hash !== manifest.databaseHash)
    findings.push(say`The database ${databaseFile} is not what it was when the backup was made.`)
  else {
    const fault = schemaFaultOf(database)
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
