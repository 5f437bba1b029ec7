/**
 * An archive of a workspace in one file, to open it on another computer: a zip file with the files of one backup.
 * It has no secrets, as a backup has none.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdtemp, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Backup, BackupProgress } from '../../../src-shared/backup/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { withFileErrors } from '../../platform/files/file-error.ts'
import { type ZipEntry, zip } from '../../platform/zip/zip-writer.ts'
import { databaseFile } from '../../storage/index.ts'
import {
  type BackupErrorCode,
  manifestFile,
  mediaFolder,
  mediaOf,
  picturePath,
  picturesFile,
  readPictureList,
} from '../backup-folder.ts'
import { type BackupSource, makeBackup } from '../make-backup.ts'

/** A larger picture is compressed while it is read, so that it is never in memory as a whole. */
const maxWholePicture = 4 * 1024 * 1024

interface ArchiveOptions {
  /** Path of the archive. */
  file: string
  /** Milliseconds since the epoch. */
  now: number
  /** Whether an existing file is replaced, when the archive is complete. */
  replaces?: boolean
  onProgress?: (progress: BackupProgress) => void
  signal?: AbortSignal | undefined
}

/**
 * Writes an archive of a workspace in use. The file gets its name when it is complete.
 * @throws PlainError `FOLDER_IN_USE` if the file exists and is not to be replaced; as `makeBackup`
 */
export async function makeArchive(
  source: BackupSource,
  { file, now, replaces = false, onProgress, signal }: ArchiveOptions,
): Promise<Backup> {
  const exists = (): PlainError<BackupErrorCode> =>
    new PlainError<BackupErrorCode>(
      'FOLDER_IN_USE',
      say`${file} exists already and was not changed. Name a new file.`,
    )
  if (!replaces && (await stat(file).catch(() => undefined))) throw exists()
  return withFileErrors(async () => {
    // On the disk of the file, so that the complete archive only needs a new name.
    const folder = await mkdtemp(`${file}.unfinished-`)
    try {
      const backup = await makeBackup(source, { folder, now, onProgress, signal })
      const whole = join(folder, 'archive')
      await pipeline(
        Readable.from(zip(entriesOf(backup.directory, onProgress))),
        createWriteStream(whole, { flags: 'wx', mode: 0o600, flush: true }),
        { signal },
      )
      if (replaces) await rename(whole, file)
      else {
        // Unlike a rename, a link never replaces a file.
        await link(whole, file).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'EEXIST' ? exists() : error
        })
        await unlink(whole)
      }
      return { ...backup, directory: dirname(file) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function* entriesOf(
  directory: string,
  onProgress?: (progress: BackupProgress) => void,
): AsyncGenerator<ZipEntry> {
  const pictures = await readPictureList(directory)
  const progress = (done: number) => onProgress?.({ phase: 'archive', done, total: pictures.length + 1 })
  progress(0)
  for (const name of [manifestFile, picturesFile])
    yield { name, content: createReadStream(join(directory, name)) }
  yield { name: databaseFile, content: createReadStream(join(directory, databaseFile)) }
  for (const [index, sha256] of pictures.entries()) {
    progress(index + 1)
    const path = picturePath(mediaOf(directory), sha256)
    const name = picturePath(mediaFolder, sha256).replaceAll('\\', '/')
    const { size } = await stat(path)
    yield size <= maxWholePicture
      ? { name, bytes: await readFile(path) }
      : { name, content: createReadStream(path) }
  }
}
