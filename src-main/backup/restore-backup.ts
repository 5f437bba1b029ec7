import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { inFileWords } from '../platform/files/file-error.ts'
import { writeFileWhole } from '../platform/files/private-files.ts'
import { databaseFile, schemaFaultOf } from '../storage/index.ts'
import { isUnfinishedRestore, nameWorkspace, restoreMark } from '../workspace/index.ts'
import {
  type BackupErrorCode,
  databaseOf,
  hashOfFile,
  mediaOf,
  readManifest,
  readPictureList,
} from './backup-folder.ts'
import { copyPictures, copyWhole } from './make-backup.ts'

interface RestoreOptions {
  /** The workspace's name; that in the backup when absent. */
  name?: string
  /** Content of the mark, which then stays: there are steps to follow. */
  mark?: object
}

/**
 * Makes a workspace folder from a backup. The folder must be empty or not there yet: nothing is ever overwritten. A
 * database that differs from the one backed up, has a foreign schema, or is of a version that this one cannot open, is
 * refused; missing pictures are left out, and a sync brings them again. A restore that was killed leaves a marked folder,
 * into which the next restore begins anew.
 * @returns a sentence for each missing picture
 */
export async function restoreBackup(
  backup: string,
  directory: string,
  { name, mark }: RestoreOptions = {},
): Promise<string[]> {
  const manifest = await readManifest(backup)
  const database = await databaseOf(backup)
  if (await isUnfinishedRestore(directory)) await rm(directory, { recursive: true, force: true })
  await refuseUnlessEmpty(directory)
  return inFileWords(async () => {
    const { size } = await stat(database)
    if (size !== manifest.databaseBytes || (await hashOfFile(database)) !== manifest.databaseHash)
      throw new PlainError<BackupErrorCode>(
        'DAMAGED',
        say`${database} is not what it was when the backup was made, and is not restored. Choose another backup.`,
      )
    const fault = schemaFaultOf(database)
    const foreign = fault?.code === 'foreign-schema' ? fault.message : undefined
    if (foreign !== undefined)
      throw new PlainError<BackupErrorCode>(
        'DAMAGED',
        say`${foreign} ${database} is not restored, as it could change the catalog by itself. Choose another backup.`,
      )
    if (fault) throw fault
    await writeFileWhole(join(directory, restoreMark), `${JSON.stringify(mark ?? { backup })}\n`)
    try {
      const { missing } = await copyPictures({
        from: mediaOf(backup),
        to: join(directory, 'media'),
        hashes: await readPictureList(backup),
        isForeign: true,
        maxBytes: manifest.pictureBytes,
      })
      await nameWorkspace(directory, name ?? manifest.name)
      // Last: a folder with a database is a workspace.
      await copyWhole(database, join(directory, databaseFile))
      if (!mark) await rm(join(directory, restoreMark), { force: true })
      return missing.map((sha256) => say`The picture ${sha256} is missing from the backup.`)
    } catch (error) {
      await rm(directory, { recursive: true, force: true })
      throw error
    }
  })
}

async function refuseUnlessEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new PlainError<BackupErrorCode>(
      'FOLDER_IN_USE',
      say`${directory} is not a folder. Choose another place.`,
    )
  })
  if (names.length > 0)
    throw new PlainError<BackupErrorCode>(
      'FOLDER_IN_USE',
      say`${directory} is not empty. A backup is restored into a new folder; nothing is overwritten.`,
    )
}
