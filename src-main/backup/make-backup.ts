import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import PQueue from 'p-queue'
import type { Backup, BackupProgress } from '../../src-shared/backup/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { catalogReader } from '../catalog/index.ts'
import { locationWords, readPlace } from '../media/index.ts'
import { withFileErrors } from '../platform/files/file-error.ts'
import { hashOfFile } from '../platform/files/hash-of-file.ts'
import { writeFileAtomic } from '../platform/files/private-files.ts'
import { databaseFile, openForReading, type Storage } from '../storage/index.ts'
import { backupReader } from './backup-contents.ts'
import {
  type BackupErrorCode,
  folderNameOf,
  manifestFile,
  manifestOf,
  mediaOf,
  ownPicture,
  picturePath,
  picturesFile,
  toBackup,
} from './backup-folder.ts'

export interface BackupSource {
  /** The workspace, which may be in use. */
  storage: Storage
  directory: string
  name: string
  /** Entry module of a storage thread. */
  thread: URL
  version: string
}

interface BackupOptions {
  /** Folder of this workspace's backups; created if missing. */
  folder: string
  /** Milliseconds since the epoch. */
  now: number
  onProgress?: (progress: BackupProgress) => void
  signal?: AbortSignal | undefined
}

/** Suffix of the folder of an unfinished backup; the next backup deletes such folders. */
const unfinished = '.unfinished'

/**
 * Makes a backup of a workspace in use and verifies it: the copy of the database is opened and checked as
 * `check` does. The backup gets its final name only when it is complete.
 * @throws PlainError
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<Backup> {
  const { folder, now, onProgress, signal } = options
  const directory = join(folder, folderNameOf(now))
  const unfinishedDirectory = `${directory}${unfinished}`
  return withFileErrors(async () => {
    if (await exists(directory))
      throw new PlainError<BackupErrorCode>(
        'BUSY',
        say`There is already a backup of this second: ${directory}.`,
      )
    await mkdir(unfinishedDirectory, { recursive: true })
    try {
      signal?.throwIfAborted()
      const database = join(unfinishedDirectory, databaseFile)
      await source.storage.copyTo(database, {
        onProgress: ({ done, total }) => onProgress?.({ phase: 'database', done, total }),
        signal,
      })
      signal?.throwIfAborted()
      onProgress?.({ phase: 'check', done: 0, total: 1 })
      const { contents, pictures: all } = await examine(database, source.thread)
      // An S3 store has its own copies; a backup holds the pictures in the folder of the workspace.
      const store = await readPlace(source.directory)
      const pictures = store ? [] : all
      const notePictures = (hashes: readonly string[]) =>
        writeFileAtomic(
          join(unfinishedDirectory, picturesFile),
          hashes.map((sha256) => `${sha256}\n`).join(''),
        )
      // The list is written before the pictures, so that another process that sweeps the folder keeps them.
      await notePictures(pictures)
      const { bytes, missing } = await copyPictures({
        from: join(source.directory, 'media'),
        to: mediaOf(directory),
        hashes: pictures,
        onProgress: (done, total) => onProgress?.({ phase: 'pictures', done, total }),
        signal,
      })
      const absent = new Set(missing)
      await notePictures(pictures.filter((sha256) => !absent.has(sha256)))
      const manifest = manifestOf({
        ...contents,
        name: source.name,
        pictures: pictures.length - missing.length,
        madeAt: new Date(now).toISOString(),
        version: source.version,
        databaseBytes: (await stat(database)).size,
        pictureBytes: bytes,
        ...(store && { picturesIn: locationWords(store) }),
        databaseHash: await hashOfFile(database),
      })
      await writeFileAtomic(
        join(unfinishedDirectory, manifestFile),
        `${JSON.stringify(manifest, undefined, 2)}\n`,
      )
      await rename(unfinishedDirectory, directory)
      return toBackup(directory, manifest)
    } catch (error) {
      await rm(unfinishedDirectory, { recursive: true, force: true })
      throw error
    }
  })
}

/** Checks the copy, and reads its contents. */
async function examine(database: string, thread: URL) {
  const copy = await openForReading({ path: database, thread })
  try {
    const findings = await copy.reader(catalogReader).check()
    const [first] = findings
    if (first !== undefined) {
      const more = findings.length - 1
      const because = `${say`No backup was made, because the workspace is damaged.`} ${first}`
      throw new PlainError<BackupErrorCode>(
        'DAMAGED',
        more > 0 ? `${because} ${say`(and ${more} more)`}` : because,
      )
    }
    const reader = copy.reader(backupReader)
    return { contents: await reader.contents(), pictures: await reader.pictures() }
  } finally {
    await copy.close()
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether a name in the folder belongs to an unfinished backup. */
export const isUnfinished = (name: string): boolean => basename(name).endsWith(unfinished)

const maxConcurrent = 8

interface PictureCopy {
  from: string
  to: string
  hashes: readonly string[]
  /**
   * `from` belongs to a backup, which may come from an untrusted source: only regular files in it are copied,
   * and links are not followed.
   */
  isForeign?: boolean
  /** Maximum bytes of all pictures; those beyond it count as missing. */
  maxBytes?: number
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Copies pictures from one folder to another, each named by its content hash, as hard links if the disk
 * allows it. Existing pictures are kept.
 * @returns the bytes of all pictures, and the hashes without a file
 */
export async function copyPictures(copy: PictureCopy): Promise<{ bytes: number; missing: string[] }> {
  const missing: string[] = []
  let bytes = 0
  let done = 0
  const queue = new PQueue({ concurrency: maxConcurrent })
  const copying = queue.addAll(
    copy.hashes.map((sha256) => async () => {
      copy.signal?.throwIfAborted()
      const from = copy.isForeign ? await ownPicture(copy.from, sha256) : picturePath(copy.from, sha256)
      const length = from === undefined ? undefined : await sizeOf(from)
      const isTooMuch = length !== undefined && bytes + length > (copy.maxBytes ?? Number.POSITIVE_INFINITY)
      const size =
        from === undefined || isTooMuch ? undefined : await copyPicture(from, picturePath(copy.to, sha256))
      if (size === undefined) missing.push(sha256)
      else bytes += size
      copy.onProgress?.(++done, copy.hashes.length)
    }),
  )
  try {
    await copying
  } catch (error) {
    // No picture is written after a failure, because the folder is about to be deleted.
    queue.clear()
    await queue.onIdle()
    throw error
  }
  return { bytes, missing }
}

/** The size of the file; undefined if there is none to copy. */
async function copyPicture(from: string, to: string): Promise<number | undefined> {
  const present = await sizeOf(to)
  if (present !== undefined) return present
  const size = await sizeOf(from)
  if (size === undefined) return undefined
  await mkdir(dirname(to), { recursive: true })
  try {
    await link(from, to)
  } catch {
    // Another disk, or one without links.
    await copyFileDurably(from, to)
  }
  return size
}

/** Copies a file durably, completely or not at all. */
export async function copyFileDurably(from: string, to: string): Promise<void> {
  const temporary = `${to}.new`
  try {
    await copyFile(from, temporary, constants.COPYFILE_FICLONE)
    const file = await open(temporary, 'r+')
    try {
      // A copy has the mode of its original, which may be on a disk without modes.
      await file.chmod(0o600)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )
