import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile } from '../storage/index.ts'
import { hashOfFile, mediaOf, picturePath, readManifest, readPictureList } from './backup-folder.ts'

/**
 * Reads a whole backup and compares it with what was noted when it was made and checked: the database bit for bit,
 * every picture with its content hash. Each finding is a sentence; none means that it can be restored as it was.
 * @throws BackupError when it is no backup at all
 */
export async function verifyBackup(directory: string): Promise<string[]> {
  const manifest = await readManifest(directory)
  const findings: string[] = []
  const hash = await hashOfFile(join(directory, databaseFile)).catch(() => undefined)
  if (hash === undefined) findings.push(`The database ${databaseFile} is missing or cannot be read.`)
  else if (hash !== manifest.databaseHash)
    findings.push(`The database ${databaseFile} is not what it was when the backup was made.`)
  const pictures = await readPictureList(directory).catch(() => undefined)
  if (!pictures) findings.push('The list of its pictures is missing or cannot be read.')
  for (const sha256 of pictures ?? []) {
    const bytes = await readFile(picturePath(mediaOf(directory), sha256)).catch(() => undefined)
    if (!bytes) findings.push(`The picture ${sha256} is missing.`)
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      findings.push(`The picture ${sha256} is damaged.`)
  }
  return findings
}
