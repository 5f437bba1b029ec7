import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files named by the SHA-256 of their content: written once, never changed, the same bytes never twice. */
export interface PictureFiles {
  /** Where the file of this content is, or would be. */
  path(sha256: string): string
  /** Keeps the bytes durably (temporary file, fsync, rename) and answers their hash. */
  keep(bytes: Uint8Array): Promise<string>
  /** Undefined when there is no such file. */
  read(sha256: string): Promise<Uint8Array | undefined>
  has(sha256: string): Promise<boolean>
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes a whole file or nothing: what is under `path` is never half there, not even after a power cut. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}.new`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
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

export function openPictureFiles(directory: string): PictureFiles {
  const path = (sha256: string): string => join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const has = (sha256: string): Promise<boolean> =>
    stat(path(sha256)).then(
      (found) => found.isFile(),
      () => false,
    )
  return {
    path,
    has,
    async keep(bytes) {
      const sha256 = sha256Of(bytes)
      if (!(await has(sha256))) await writeWhole(path(sha256), bytes)
      return sha256
    },
    async read(sha256) {
      try {
        return await readFile(path(sha256))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}
