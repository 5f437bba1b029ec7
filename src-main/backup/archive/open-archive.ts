/** Opens an archive of a workspace, which may come from another person. */
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Backup } from '../../../src-shared/backup/model.ts'
import { chosenFileLimits as max } from '../../../src-shared/file-limits.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { withFileErrors } from '../../platform/files/file-error.ts'
import { databaseFile } from '../../storage/index.ts'
import {
  type BackupErrorCode,
  manifestFile,
  mediaFolder,
  picturePath,
  picturesFile,
  readManifest,
  toBackup,
  verifyBackup,
} from '../backup-folder.ts'
import { restoreBackup } from '../restore-backup.ts'

/** How much larger than the archive its files may be. Databases of catalogs shrink to a tenth. */
const maxGrowth = 100
/** The name of the backup in the folder into which an archive is unpacked. */
const backupName = 'backup'
const pictureName = /^media\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/

/** Whether an entry is a picture at its place: in the folders that its content hash names. */
const isPicture = (name: string): boolean =>
  pictureName.test(name) && name === picturePath(mediaFolder, name.slice(-64)).replaceAll('\\', '/')

const notAnArchive = (file: string, why: string): PlainError =>
  new PlainError<BackupErrorCode>(
    'NOT_A_BACKUP',
    say`${file} is no archive of a workspace, or it is damaged: ${why}. Nothing was opened. Copy the file again, or choose another one.`,
  )

/** The contents of an archive, from its manifest; nothing else is read. @throws PlainError `NOT_A_BACKUP` */
export async function previewArchive(file: string, near: string): Promise<Backup> {
  return unpacking(near, async (folder) => {
    const opened = await openEntries(file)
    try {
      await unpack(file, opened, [manifestFile], folder)
    } finally {
      opened.zip.close()
    }
    return toBackup(file, await readManifest(join(folder, backupName)))
  })
}

/**
 * Makes a workspace from an archive, in a new folder: the archive is unpacked beside it, verified against its
 * manifest, and restored as a backup is, so that its waiting feeds are not sent by themselves.
 * @throws PlainError `NOT_A_BACKUP`, `DAMAGED`, `disk-full`; as `restoreBackup`
 */
export async function restoreArchive(file: string, directory: string): Promise<Backup> {
  return unpacking(directory, async (folder) => {
    const opened = await openEntries(file)
    const backup = join(folder, backupName)
    try {
      await unpack(file, opened, [manifestFile], folder)
      const manifest = await readManifest(backup)
      const sizeOf = (name: string) => opened.entries.get(name)?.uncompressedSize ?? 0
      const pictures = [...opened.entries.keys()].filter((name) => isPicture(name))
      const pictureBytes = pictures.reduce((sum, name) => sum + sizeOf(name), 0)
      const isAsNoted =
        sizeOf(databaseFile) === manifest.databaseBytes && pictureBytes <= manifest.pictureBytes
      if (!isAsNoted || pictures.length > manifest.pictures)
        throw notAnArchive(file, say`its files are not those of its list`)
      await requireSpace(folder, sizeOf(databaseFile) * 2 + pictureBytes)
      await unpack(file, opened, [picturesFile, databaseFile, ...pictures], folder)
      const findings = await verifyBackup(backup)
      if (findings[0] !== undefined)
        throw new PlainError<BackupErrorCode>(
          'DAMAGED',
          say`${file} is damaged and was not opened. ${findings[0]} Copy the file again, or choose another one.`,
        )
      await restoreBackup(backup, directory)
      return toBackup(directory, manifest)
    } finally {
      opened.zip.close()
    }
  })
}

/** Runs work with a temporary folder beside a folder, on the same disk. Folders of killed programs are deleted. */
async function unpacking<T>(near: string, work: (folder: string) => Promise<T>): Promise<T> {
  return withFileErrors(async () => {
    await mkdir(dirname(near), { recursive: true })
    const prefix = `${basename(near)}.unpacking-`
    for (const name of await readdir(dirname(near)))
      if (name.startsWith(prefix)) await rm(join(dirname(near), name), { recursive: true, force: true })
    const folder = await mkdtemp(join(dirname(near), prefix))
    try {
      await mkdir(join(folder, backupName))
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

interface OpenedArchive {
  zip: ZipFile
  entries: Map<string, Entry>
}

/**
 * Opens an archive and reads its directory. Only the files of a backup are accepted, so no name leads out of the
 * folder, and their sizes together are limited.
 */
async function openEntries(file: string): Promise<OpenedArchive> {
  const { size } = await stat(file)
  let zip: ZipFile
  try {
    zip = await openPromise(file, { autoClose: false })
  } catch {
    throw notAnArchive(file, say`it is no complete zip file`)
  }
  try {
    const entries = new Map<string, Entry>()
    let bytes = 0
    if (zip.entryCount > max.backupPictures + 3) throw notAnArchive(file, say`it has too many files`)
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      const isKnown =
        name === manifestFile || name === picturesFile || name === databaseFile || isPicture(name)
      if (!isKnown || entries.has(name) || entry.isEncrypted())
        throw notAnArchive(file, say`it has the file “${name.slice(0, 200)}”, which no archive has`)
      bytes += entry.uncompressedSize
      entries.set(name, entry)
    }
    if (bytes > size * maxGrowth)
      throw notAnArchive(file, say`its files are more than ${maxGrowth} times as large as it is`)
    for (const name of [manifestFile, picturesFile, databaseFile])
      if (!entries.has(name)) throw notAnArchive(file, say`it lacks the file “${name}”`)
    if ((entries.get(manifestFile)?.uncompressedSize ?? 0) > max.backupNotesBytes)
      throw notAnArchive(file, say`its list is too large`)
    return { zip, entries }
  } catch (error) {
    zip.close()
    throw error instanceof PlainError ? error : notAnArchive(file, say`its directory cannot be read`)
  }
}

/** Writes entries of an archive into the folder of unpacking: pictures beside the backup, as in a folder of backups. */
async function unpack(
  file: string,
  { zip, entries }: OpenedArchive,
  names: readonly string[],
  folder: string,
): Promise<void> {
  for (const name of names) {
    const entry = entries.get(name)
    if (!entry) continue
    const path = isPicture(name) ? join(folder, ...name.split('/')) : join(folder, backupName, name)
    await mkdir(dirname(path), { recursive: true })
    try {
      // The stream ends with an error if it has more bytes than the directory of the archive says.
      await pipeline(
        await zip.openReadStreamPromise(entry),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      )
    } catch (error) {
      if (['ENOSPC', 'EDQUOT', 'EACCES', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error
      throw notAnArchive(file, say`its file “${name}” cannot be read`)
    }
  }
}

async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  throw new PlainError(
    'disk-full',
    say`Opening the archive needs ${megabytes(needed)} MB of free space on the disk of ${dirname(folder)}, and ${megabytes(bavail * bsize)} MB are free. Free some space, or choose a folder on another disk.`,
  )
}
