import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What says whether a file at its source is still the one a part is here of (RFC 9110, 8.8). */
interface Validator {
  /** For `If-Range`: a strong entity tag, or a modification date. */
  value: string
}

/** The part of a file that is already here. */
export interface PartialFile {
  path: string
  /** Bytes of it here; 0 when there is none, or nothing tells what it is a part of. */
  size: number
  validator: Validator | undefined
  /** Begins anew. Without a validator an interruption loses what has come. */
  restart(validator: Validator | undefined): Promise<void>
  append(bytes: Uint8Array): Promise<void>
  /** Everything has come. What is on the disk is durable then. */
  finish(): Promise<void>
  /** All that has come. */
  content(): Promise<Uint8Array>
  /** Whether what has come is a file at `path`; a small one that came in one go never was. */
  isOnDisk(): boolean
  /** Leaves what has come for another attempt; nothing after `finish`. */
  close(): Promise<void>
  remove(): Promise<void>
}

export interface PartialFiles {
  /** By the lasting address of the picture. */
  open(address: string): Promise<PartialFile>
  /** Bytes of all parts on disk. */
  bytes(): Promise<number>
  /** Removes parts that nothing was added to since. @param before milliseconds since the epoch */
  sweep(before: number): Promise<{ files: number; bytes: number }>
}

/**
 * The strongest validator an answer gives, or undefined when a part of it could not be told from a part of another
 * file: a weak tag does not do, and a date does only when it is a minute older than the answer.
 */
export function validatorOf(headers: Record<string, string>): Validator | undefined {
  const etag = headers['etag']
  if (etag?.startsWith('"')) return { value: etag }
  const modified = headers['last-modified']
  const age = Date.parse(headers['date'] ?? '') - Date.parse(modified ?? '')
  return modified !== undefined && age >= 60_000 ? { value: modified } : undefined
}

/**
 * A part this long is written and noted while it grows, so that even a program that is killed can go on with it. A
 * smaller one is held in memory and written when it is interrupted: most pictures are that small, and come whole.
 */
const worthNoting = 256 * 1024

/** Parts of files on their way, under names that say their address: they outlive the program. */
export function openPartialFiles(directory: string): PartialFiles {
  return {
    async open(address) {
      const name = createHash('sha256').update(address).digest('hex')
      const path = join(directory, `${name}.part`)
      const notePath = join(directory, `${name}.json`)
      let validator = await readNote(notePath)
      const size = validator ? await sizeOf(path) : 0
      let file: FileHandle | undefined
      let noted = validator !== undefined
      /** What has come, while it is in memory only. */
      let held: Uint8Array[] | undefined = size > 0 ? undefined : []
      let isWhole = false
      /** A note that a power cut leaves half written is no note. */
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
          // In this order: whatever is found after a crash, a note never stands beside bytes of another file.
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
    async bytes() {
      const names = await readdir(directory).catch(() => [])
      const sizes = await Promise.all(names.map((name) => sizeOf(join(directory, name))))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    async sweep(before) {
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
    // None, or one that cannot be read: the file begins anew.
    return undefined
  }
}
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
