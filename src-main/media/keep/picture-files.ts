import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNodeError } from '../../platform/files/file-error.ts'
import { hashOfFile } from '../../platform/files/hash-of-file.ts'

export interface StoredFile {
  name: string
  path: string
  bytes: number
  /** Milliseconds since the epoch. */
  modifiedAt: number
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The SHA-256 of a large picture, computed outside of the main thread. */
export async function sha256InBackground(bytes: Uint8Array): Promise<string> {
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

/** A file in the store of the pictures. */
interface ListedFile {
  name: string
  bytes: number
  /** Milliseconds since the epoch. */
  modifiedAt: number
  remove(): Promise<void>
}

/**
 * Where the original pictures are: the folder of the workspace, or an S3 store. Files are named by the SHA-256
 * of their content: written once, never changed, the same bytes never twice. An S3 store throws PlainErrors
 * (remote/store-error.ts) while it cannot be used.
 */
export interface PictureFiles {
  /** Whether the files are in the folder of the workspace, so that their space counts on this computer. */
  readonly isFolder: boolean
  /**
   * Runs `work` with the path of a file of this content on this computer. There is no file at the path if the
   * content is missing; the file is not removed while `work` runs.
   */
  withFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T>
  /** Undefined if there is no such file, or if the hash of its content differs from its name. */
  read(sha256: string): Promise<Uint8Array | undefined>
  /** Reads the whole file and compares its hash with its name. */
  verify(sha256: string): Promise<'intact' | 'missing' | 'damaged'>
  /** Bytes of the file; undefined if there is none. */
  sizeOf(sha256: string): Promise<number | undefined>
  /** Stores the bytes durably, completely or not at all, and returns their hash. */
  keep(bytes: Uint8Array): Promise<string>
  /** Moves a file that contains exactly these bytes into the store, and returns their hash. */
  adopt(from: string, bytes: Uint8Array): Promise<string>
  /**
   * Copies a file into the store if it has this content, without reading it into memory as a whole. Returns
   * false, and stores nothing, if it is missing or has another content.
   */
  copyFrom(from: string, sha256: string): Promise<boolean>
  remove(sha256s: readonly string[]): Promise<void>
  /** All files, in groups. */
  all(): AsyncIterable<ListedFile[]>
  /** Gives up uploads that have not continued since a time. */
  removeUnfinished(before: number): Promise<{ files: number; bytes: number }>
  close(): Promise<void>
}

/** The bytes of a file; undefined if there is no such file, or if it has another content. */
export async function readVerified(path: string, sha256: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(path)
    return (await sha256InBackground(bytes)) === sha256 ? bytes : undefined
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The SHA-256 of a file, read piece by piece; undefined if there is no such file. */
export async function hashOf(path: string): Promise<string | undefined> {
  try {
    return await hashOfFile(path)
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The pictures in a folder. */
export function openPictureFolder(directory: string): PictureFiles {
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
  const read = (sha256: string): Promise<Uint8Array | undefined> => readVerified(path(sha256), sha256)
  /** Whether the file exists undamaged; a damaged file is replaced. */
  const present = async (sha256: string): Promise<boolean> =>
    (await renewed(sha256)) && (await read(sha256)) !== undefined
  const sizeOf = (sha256: string): Promise<number | undefined> =>
    stat(path(sha256)).then(
      (found) => (found.isFile() ? found.size : undefined),
      () => undefined,
    )
  return {
    isFolder: true,
    withFile: (sha256, work) => work(path(sha256)),
    read,
    async verify(sha256) {
      if (await read(sha256)) return 'intact'
      return (await sizeOf(sha256)) === undefined ? 'missing' : 'damaged'
    },
    sizeOf,
    async keep(bytes) {
      const sha256 = await sha256InBackground(bytes)
      if (!(await present(sha256))) await writeAtomically(path(sha256), bytes)
      return sha256
    },
    async adopt(from, bytes) {
      const sha256 = await sha256InBackground(bytes)
      if (await present(sha256)) await rm(from, { force: true })
      else await inFolder(path(sha256), () => rename(from, path(sha256)))
      return sha256
    },
    async copyFrom(from, sha256) {
      if ((await hashOf(from)) !== sha256) return false
      if (await present(sha256)) return true
      const temporary = `${path(sha256)}.${randomUUID()}.new`
      try {
        await inFolder(temporary, () => copyFile(from, temporary))
        const file = await open(temporary, 'r+')
        await file.datasync().finally(() => file.close())
        await rename(temporary, path(sha256))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      return true
    },
    async remove(sha256s) {
      for (const sha256 of sha256s) await rm(path(sha256), { force: true })
    },
    /** With any name, folder by folder. */
    async *all() {
      for (const first of await foldersIn(directory))
        for (const second of await foldersIn(join(directory, first)))
          yield (await filesIn(join(directory, first, second))).map(({ path: file, ...facts }) => ({
            ...facts,
            remove: () => rm(file, { force: true }),
          }))
    },
    removeUnfinished: async () => ({ files: 0, bytes: 0 }),
    close: async () => undefined,
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
