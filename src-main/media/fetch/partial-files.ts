import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Identifies the version of the source's file that a partial file belongs to (RFC 9110, 8.8). */
interface Validator {
  /** For `If-Range`: a strong entity tag, or a modification date. */
  value: string
}

/** A partially downloaded file. */
export interface PartialFile {
  path: string
  /** Bytes downloaded so far; 0 if there are none, or if no validator identifies their file. */
  size: number
  validator: Validator | undefined
  /** Starts again. Without a validator, an interruption loses the downloaded bytes. */
  restart(validator: Validator | undefined): Promise<void>
  append(bytes: Uint8Array): Promise<void>
  /** Called when the file is complete; makes bytes on disk durable. */
  finish(): Promise<void>
  /** All downloaded bytes. */
  content(): Promise<Uint8Array>
  /** Whether the bytes are in a file at `path`; false for a small file that was downloaded in one go. */
  isOnDisk(): boolean
  /** Keeps the bytes for another attempt; after `finish`, none are kept. */
  close(): Promise<void>
  remove(): Promise<void>
}

/**
 * The strongest validator of a response; undefined if none is reliable. A weak tag is not, and a date is only
 * if it is at least a minute older than the response.
 */
export function validatorOf(headers: Record<string, string>): Validator | undefined {
  const etag = headers['etag']
  if (etag?.startsWith('"')) return { value: etag }
  const modified = headers['last-modified']
  const age = Date.parse(headers['date'] ?? '') - Date.parse(modified ?? '')
  return modified !== undefined && age >= 60_000 ? { value: modified } : undefined
}

/**
 * Bytes from which a part is written to disk during the download, so that even a killed program can resume
 * it. A smaller part is held in memory and written only when interrupted: most pictures are smaller, and are
 * downloaded in one go.
 */
const minSpillBytes = 256 * 1024

export type PartialFiles = ReturnType<typeof openPartialFiles>

/** Partially downloaded files, named by a hash of their addresses. They survive a restart. */
export function openPartialFiles(directory: string) {
  return {
    /** @param address the permanent address of the picture */
    async open(address: string): Promise<PartialFile> {
      const name = createHash('sha256').update(address).digest('hex')
      const path = join(directory, `${name}.part`)
      const notePath = join(directory, `${name}.json`)
      let validator = await readNote(notePath)
      const size = validator ? await sizeOf(path) : 0
      let file: FileHandle | undefined
      let hasNote = validator !== undefined
      /** Downloaded bytes, while they are only in memory. */
      let held: Uint8Array[] | undefined = size > 0 ? undefined : []
      let isComplete = false
      /** Writes the validator next to the part. A note that a power failure truncates is ignored. */
      const note = async (): Promise<void> => {
        hasNote = true
        if (validator) await writeFile(notePath, JSON.stringify(validator))
      }
      const closeFile = async (): Promise<void> => {
        await file?.close()
        file = undefined
      }
      const write = async (bytes: Uint8Array, at: number): Promise<void> => {
        file ??= await open(path, 'r+')
        await file.write(bytes, 0, bytes.length, at)
      }
      const spill = async (pieces: Uint8Array[]): Promise<void> => {
        await mkdir(directory, { recursive: true })
        file = await open(path, 'w')
        held = undefined
        await write(Buffer.concat(pieces), 0)
        await note()
      }
      const part: PartialFile = {
        path,
        size,
        get validator() {
          return validator
        },
        async restart(next) {
          await closeFile()
          // The note is deleted first, so that after a crash there is no note next to bytes of another file.
          if (hasNote) await rm(notePath, { force: true })
          if (!held) await rm(path, { force: true })
          held = []
          part.size = 0
          validator = next
          hasNote = false
        },
        async append(bytes) {
          if (held) held.push(bytes)
          else await write(bytes, part.size)
          part.size += bytes.length
          if (held && part.size >= minSpillBytes) await spill(held)
        },
        async finish() {
          isComplete = true
          if (held) return
          file ??= await open(path, 'r+')
          await file.sync()
          await closeFile()
        },
        content: async () => (held ? Buffer.concat(held) : readFile(path)),
        isOnDisk: () => held === undefined,
        async close() {
          if (held && !isComplete && part.size > 0 && validator) await spill(held)
          await closeFile()
        },
        async remove() {
          await closeFile()
          if (hasNote) await rm(notePath, { force: true })
          if (!held) await rm(path, { force: true })
        },
      }
      return part
    },
    /** Bytes of all parts on disk. */
    async bytes(): Promise<number> {
      const names = await readdir(directory).catch(() => [])
      const sizes = await Promise.all(names.map((name) => sizeOf(join(directory, name))))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    /** Deletes parts that have not grown since a given time. @param before milliseconds since the epoch */
    async sweep(before: number): Promise<{ files: number; bytes: number }> {
      const swept = { files: 0, bytes: 0 }
      for (const name of await readdir(directory).catch(() => [])) {
        const path = join(directory, name)
        const found = await stat(path).catch(() => undefined)
        if (!found || found.mtimeMs >= before) continue
        await rm(path, { force: true })
        swept.bytes += found.size
        if (name.endsWith('.part')) swept.files += 1
      }
      return swept
    },
  }
}

async function readNote(path: string): Promise<Validator | undefined> {
  try {
    const note = JSON.parse(await readFile(path, 'utf8')) as Partial<Validator> | null
    return typeof note?.value === 'string' ? { value: note.value } : undefined
  } catch {
    // Without a readable note, the download starts again.
    return undefined
  }
}
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
