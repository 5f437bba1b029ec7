import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { withFileErrors } from '../platform/files/file-error.ts'
import { hashOfFile } from '../platform/files/hash-of-file.ts'
import { writeFileAtomic } from '../platform/files/private-files.ts'
import { checkSchema, databaseFile } from '../storage/index.ts'
import { isUnfinishedRestore, nameWorkspace, restoreMark } from '../workspace/index.ts'
import { type BackupErrorCode, databaseOf, mediaOf, readManifest, readPictureList } from './backup-folder.ts'
import { copyFileDurably, copyPictures } from './make-backup.ts'

interface RestoreOptions {
  /** Name of the workspace; default: the name in the backup. */
  name?: string
  /** Content of the mark. The mark is then kept, because further steps follow. */
  mark?: object
}

/**
 * Makes a workspace folder from a backup. The folder must be empty or not exist: nothing is ever overwritten.
 * A database is rejected if it differs from the manifest, has a foreign schema, or has a version that this
 * program cannot open. Missing pictures are skipped, and a sync downloads them again. A killed restore leaves
 * a marked folder, which the next restore replaces.
 * @returns one sentence for each missing picture
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
  return withFileErrors(async () => {
    const { size } = await stat(database)
    if (size !== manifest.databaseBytes || (await hashOfFile(database)) !== manifest.databaseHash)
      throw new PlainError<BackupErrorCode>(
        'DAMAGED',
        say`${database} is not what it was when the backup was made, and is not restored. Choose another backup.`,
      )
    const fault = checkSchema(database)
    const foreign = fault?.code === 'foreign-schema' ? fault.message : undefined
    if (foreign !== undefined)
      throw new PlainError<BackupErrorCode>(
        'DAMAGED',
        say`${foreign} ${database} was not restored, because such objects could change the catalog. Choose another backup.`,
      )
    if (fault) throw fault
    await writeFileAtomic(join(directory, restoreMark), `${JSON.stringify(mark ?? { backup })}\n`)
    try {
      const { missing } = await copyPictures({
        from: mediaOf(backup),
        to: join(directory, 'media'),
        hashes: await readPictureList(backup),
        isForeign: true,
        maxBytes: manifest.pictureBytes,
      })
      await nameWorkspace(directory, name ?? manifest.name)
      // Last, because a folder with a database is a workspace.
      await copyFileDurably(database, join(directory, databaseFile))
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
