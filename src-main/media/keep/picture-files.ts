import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface StoredFile {
  name: string
  path: string
  bytes: number
  /** Milliseconds since the epoch. */
  modifiedAt: number
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The SHA-256 of a large picture, computed outside of the main thread. */
async function sha256InBackground(bytes: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Buffer.from(digest).toString('hex')
}

/**
 * Writes a file completely or not at all: the file at `path` is never partial, even after a power failure. A
 * file that can be made again need not be `durable`; a power failure may then leave it empty.
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  { durable = true } = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`
  try {
    const file = await inFolder(path, () => open(temporary, 'wx'))
    try {
      await file.writeFile(bytes)
      if (durable) await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Runs `work`. If the folder of `path` is missing, as for its first file, creates the folder and runs `work`
 * again.
 */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true })
    return work()
  }
}

export type PictureFiles = ReturnType<typeof openPictureFiles>

/** Files named by the SHA-256 of their content: written once, never changed, the same bytes never twice. */
export function openPictureFiles(directory: string) {
  const path = (sha256: string): string => join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  /**
   * Whether the file exists. Sets its time to now: a sweep skips new files, so that a file is not deleted
   * just when it is needed.
   */
  const renewed = async (sha256: string): Promise<boolean> => {
    const now = new Date()
    return utimes(path(sha256), now, now).then(
      () => true,
      () => false,
    )
  }
  const readVerified = async (sha256: string): Promise<Uint8Array | undefined> => {
    try {
      const bytes = await readFile(path(sha256))
      return (await sha256InBackground(bytes)) === sha256 ? bytes : undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  /** Whether the file exists undamaged; a damaged file is replaced. */
  const present = async (sha256: string): Promise<boolean> =>
    (await renewed(sha256)) && (await readVerified(sha256)) !== undefined
  return {
    /** The path of the file with this content, which need not exist. */
    path,
    /** Undefined if there is no such file, or if the hash of its content differs from its name. */
    read: readVerified,
    has: (sha256: string): Promise<boolean> =>
      stat(path(sha256)).then(
        (found) => found.isFile(),
        () => false,
      ),
    /** Stores the bytes durably (temporary file, fsync, rename) and returns their hash. */
    async keep(bytes: Uint8Array): Promise<string> {
      const sha256 = await sha256InBackground(bytes)
      if (!(await present(sha256))) await writeAtomically(path(sha256), bytes)
      return sha256
    },
    /** Moves a file that contains exactly these bytes into the store, and returns their hash. */
    async adopt(from: string, bytes: Uint8Array): Promise<string> {
      const sha256 = await sha256InBackground(bytes)
      if (await present(sha256)) await rm(from, { force: true })
      else await inFolder(path(sha256), () => rename(from, path(sha256)))
      return sha256
    },
    async remove(sha256s: readonly string[]): Promise<void> {
      for (const sha256 of sha256s) await rm(path(sha256), { force: true })
    },
    /** All files, folder by folder, with any name. */
    async *all(): AsyncIterable<StoredFile[]> {
      for (const first of await foldersIn(directory))
        for (const second of await foldersIn(join(directory, first)))
          yield await filesIn(join(directory, first, second))
    },
  }
}

const foldersIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name))

/** The files of one folder; none if the folder does not exist. */
export async function filesIn(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile())
      files.push({ name, path: join(folder, name), bytes: found.size, modifiedAt: found.mtimeMs })
  }
  return files
}
