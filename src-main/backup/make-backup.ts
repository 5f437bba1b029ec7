import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Backup, BackupProgress } from '../../src-shared/backup/model.ts'
import { catalogReader } from '../catalog/index.ts'
import { inFileWords } from '../platform/file-error.ts'
import { writeFileWhole } from '../platform/write-file-whole.ts'
import { databaseFile, openForReading, type Storage } from '../storage/index.ts'
import { backupReader } from './backup-contents.ts'
import {
  BackupError,
  folderNameOf,
  hashOfFile,
  manifestFile,
  manifestOf,
  mediaOf,
  picturesFile,
  toBackup,
} from './backup-folder.ts'
import { copyPictures } from './copy-pictures.ts'

export interface BackupSource {
  /** The workspace, which may be in use. */
  storage: Storage
  directory: string
  name: string
  /** The entry of a storage thread. */
  thread: URL
  version: string
}

export interface BackupOptions {
  /** The folder of this workspace's backups; made when missing. */
  folder: string
  /** Milliseconds since the epoch. */
  now: number
  onProgress?: (progress: BackupProgress) => void
  signal?: AbortSignal | undefined
}

/** Made under this name first: what is half made is no backup, and is swept away by the next. */
const unfinished = '.unfinished'

/**
 * Makes a backup of a workspace in use and verifies it: the copy of the database is opened and checked as `check`
 * does, and every picture it names must be there. It appears under its name when it is whole, or not at all.
 * @throws BackupError, StoreError or FileError, in words
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<Backup> {
  const { folder, now, onProgress, signal } = options
  const directory = join(folder, folderNameOf(now))
  const making = `${directory}${unfinished}`
  return inFileWords(async () => {
    if (await exists(directory))
      throw new BackupError('BUSY', `There is already a backup of this second: ${directory}.`)
    await mkdir(making, { recursive: true })
    try {
      signal?.throwIfAborted()
      const database = join(making, databaseFile)
      await source.storage.copyTo(database, {
        onProgress: ({ done, total }) => onProgress?.({ phase: 'database', done, total }),
        signal,
      })
      signal?.throwIfAborted()
      onProgress?.({ phase: 'check', done: 0, total: 1 })
      const { contents, pictures } = await examine(database, source.thread)
      const notePictures = (hashes: readonly string[]) =>
        writeFileWhole(join(making, picturesFile), hashes.map((sha256) => `${sha256}\n`).join(''))
      // Before they are copied: another process that sweeps the folder then leaves them.
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
        databaseHash: await hashOfFile(database),
      })
      await writeFileWhole(join(making, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`)
      await rename(making, directory)
      return toBackup(directory, manifest)
    } catch (error) {
      await rm(making, { recursive: true, force: true })
      throw error
    }
  })
}

/** Looks the copy over before anyone relies on it. */
async function examine(database: string, thread: URL) {
  const copy = await openForReading({ path: database, thread })
  try {
    const findings = await copy.reader(catalogReader).check()
    const [first] = findings
    if (first !== undefined) {
      const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
      throw new BackupError(
        'DAMAGED',
        `No backup was made, because the workspace is damaged. ${first}${more}`,
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

/** Whether a name in the folder is that of a backup which was cut off while it was made. */
export const isUnfinished = (name: string): boolean => basename(name).endsWith(unfinished)
