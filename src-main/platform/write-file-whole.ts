import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { personsMode } from './private-files.ts'

/**
 * Replaces a file whole and durably: what is under `path` is never half there, not even after a power cut. Content
 * that comes in parts is asked for as fast as it is written; when it fails, nothing is left behind.
 * @param forThePerson a file they asked for by name, to use elsewhere: others may read it as their own umask says,
 * once it is whole. Anything else nobody else reads, not even while it is written.
 */
export async function writeFileWhole(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  { forThePerson = false }: { forThePerson?: boolean } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}.new`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      if (forThePerson) await file.chmod(personsMode(0o666))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
