import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Tells whether the file at the source is still the file of which a part is here (RFC 9110, 8.8). */
interface Validator {
  /** For `If-Range`: a strong entity tag, or a modification date. */
  value: string
}

/** The part of a file that is already here. */
export interface PartialFile {
  path: string
  /** Bytes that are here; 0 when there are none, or when no validator tells which file they belong to. */
  size: number
  validator: Validator | undefined
  /** Begins anew. Without a validator an interruption loses the bytes that have come. */
  restart(validator: Validator | undefined): Promise<void>
  append(bytes: Uint8Array): Promise<void>
  /** To be called when the file is whole; makes bytes on disk durable. */
  finish(): Promise<void>
  /** All bytes that have come. */
  content(): Promise<Uint8Array>
  /** Whether the bytes are in a file at `path`; those of a small file that came in one piece never are. */
  isOnDisk(): boolean
  /** Leaves the bytes for another attempt; after `finish` none are left. */
  close(): Promise<void>
  remove(): Promise<void>
}

/**
 * The strongest validator of an answer; undefined when none tells two files apart for sure: a weak tag does not, and a
 * date does only when it is a minute older than the answer.
 */
export function validatorOf(headers: Record<string, string>): Validator | undefined {
  const etag = headers['etag']
  if (etag?.startsWith('"')) return { value: etag }
  const modified = headers['last-modified']
  const age = Date.parse(headers['date'] ?? '') - Date.parse(modified ?? '')
  return modified !== undefined && age >= 60_000 ? { value: modified } : undefined
}

/**
 * A part of so many bytes is written to disk while it grows, so that even a killed program can continue it. A smaller
 * part is held in memory and written when it is interrupted: most pictures are smaller, and come whole.
 */
const worthNoting = 256 * 1024

export type PartialFiles = ReturnType<typeof openPartialFiles>

/** Parts of files on their way, under names made of their addresses. They outlive the program. */
export function openPartialFiles(directory: string) {
  return {
    /** @param address the lasting address of the picture */
    async open(address: string): Promise<PartialFile> {
      const name = createHash('sha256').update(address).digest('hex')
      const path = join(directory, `${name}.part`)
      const notePath = join(directory, `${name}.json`)
      let validator = await readNote(notePath)
      const size = validator ? await sizeOf(path) : 0
      let file: FileHandle | undefined
      let noted = validator !== undefined
      /** The bytes that have come, while they are in memory only. */
      let held: Uint8Array[] | undefined = size > 0 ? undefined : []
      let isWhole = false
      /** Writes the validator beside the part. A note that a power cut leaves half written counts as none. */
      const note = async (): Promise<void> => {
        noted = true
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
          // The note goes first, so that after a crash no note stands beside bytes of another file.
          if (noted) await rm(notePath, { force: true })
          if (!held) await rm(path, { force: true })
          held = []
          part.size = 0
          validator = next
          noted = false
        },
        async append(bytes) {
          if (held) held.push(bytes)
          else await write(bytes, part.size)
          part.size += bytes.length
          if (held && part.size >= worthNoting) await spill(held)
        },
        async finish() {
          isWhole = true
          if (held) return
          file ??= await open(path, 'r+')
          await file.sync()
          await closeFile()
        },
        content: async () => (held ? Buffer.concat(held) : readFile(path)),
        isOnDisk: () => held === undefined,
        async close() {
          if (held && !isWhole && part.size > 0 && validator) await spill(held)
          await closeFile()
        },
        async remove() {
          await closeFile()
          if (noted) await rm(notePath, { force: true })
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
    /** Removes parts that have not grown since a moment. @param before milliseconds since the epoch */
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
    // Without a readable note the file begins anew.
    return undefined
  }
}
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
