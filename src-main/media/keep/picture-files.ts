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

/** The SHA-256 of a large picture, worked out beside the main thread. */
async function sha256Aside(bytes: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Buffer.from(digest).toString('hex')
}

/**
 * Writes a whole file or nothing: the file at `path` is never half there, not even after a power cut. A file that can be
 * made again need not be `durable`; a power cut may then leave the file empty.
 */
export async function writeWhole(path: string, bytes: Uint8Array, { durable = true } = {}): Promise<void> {
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

/** Does `work`, and does it again after making the folder of `path` when the folder was missing, as for its first file. */
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
  /** Whether the file is there. Sets its time to now: a sweep spares young files, so that none goes just when needed. */
  const renewed = async (sha256: string): Promise<boolean> => {
    const now = new Date()
    return utimes(path(sha256), now, now).then(
      () => true,
      () => false,
    )
  }
  const whole = async (sha256: string): Promise<Uint8Array | undefined> => {
    try {
      const bytes = await readFile(path(sha256))
      return (await sha256Aside(bytes)) === sha256 ? bytes : undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  /** Whether the file is there undamaged; a damaged file is replaced. */
  const present = async (sha256: string): Promise<boolean> =>
    (await renewed(sha256)) && (await whole(sha256)) !== undefined
  return {
    /** The path of the file of this content, whether or not the file is there. */
    path,
    /** Undefined when there is no such file, or when its content does not have the hash of its name. */
    read: whole,
    has: (sha256: string): Promise<boolean> =>
      stat(path(sha256)).then(
        (found) => found.isFile(),
        () => false,
      ),
    /** Keeps the bytes durably (temporary file, fsync, rename) and answers their hash. */
    async keep(bytes: Uint8Array): Promise<string> {
      const sha256 = await sha256Aside(bytes)
      if (!(await present(sha256))) await writeWhole(path(sha256), bytes)
      return sha256
    },
    /** Takes over a file that holds exactly these bytes, and answers their hash. */
    async adopt(from: string, bytes: Uint8Array): Promise<string> {
      const sha256 = await sha256Aside(bytes)
      if (await present(sha256)) await rm(from, { force: true })
      else await inFolder(path(sha256), () => rename(from, path(sha256)))
      return sha256
    },
    async remove(sha256s: readonly string[]): Promise<void> {
      for (const sha256 of sha256s) await rm(path(sha256), { force: true })
    },
    /** Every file there is, folder by folder, whatever its name. */
    async *all(): AsyncIterable<StoredFile[]> {
      for (const first of await foldersIn(directory))
        for (const second of await foldersIn(join(directory, first)))
          yield await filesIn(join(directory, first, second))
    },
  }
}

const foldersIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name))

/** The files of one folder; none when there is no folder. */
export async function filesIn(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile())
      files.push({ name, path: join(folder, name), bytes: found.size, modifiedAt: found.mtimeMs })
  }
  return files
}
