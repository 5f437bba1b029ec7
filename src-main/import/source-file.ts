import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { isGzip, refuseOtherKinds } from './file-signatures.ts'
import { ImportError } from './import-error.ts'
import { encodingOf, type TextEncoding } from './text-encoding.ts'
import { formatOf, type TextFormat } from './text-format.ts'

/** A file that can be imported, as its beginning tells. */
export interface SourceFile {
  path: string
  compressed: boolean
  encoding: TextEncoding
  format: TextFormat
  /** As it lies on the disk. */
  bytes: number
}

/** Text of a file, piece by piece, with how far the file has been read. */
export interface TextReading extends AsyncIterable<string> {
  bytesRead(): number
}

/** As much as is looked at to tell what a file is. */
const headBytes = 64 * 1024

/** Looks at the beginning of a file. @throws ImportError in plain words when it cannot be imported */
export async function inspectFile(path: string): Promise<SourceFile> {
  const { head, bytes } = await readHead(path)
  if (bytes === 0) throw new ImportError('FILE_EMPTY', 'The file is empty.')
  const compressed = isGzip(head)
  const unpacked = compressed ? unpackHead(head) : head
  if (unpacked.length === 0) throw new ImportError('FILE_EMPTY', 'The compressed file is empty.')
  refuseOtherKinds(unpacked)
  const encoding = encodingOf(unpacked, !compressed && bytes <= headBytes)
  const format = formatOf(new TextDecoder(encoding).decode(unpacked, { stream: true }))
  return { path, compressed, encoding, format, bytes }
}

/** The file's text from its beginning, without a byte order mark. Fails with an `ImportError`. */
export function readText({ path, compressed, encoding }: SourceFile): TextReading {
  const file = createReadStream(path)
  async function* pieces(): AsyncGenerator<string> {
    const decoder = new TextDecoder(encoding)
    const unpacked = compressed ? file.pipe(createGunzip()) : file
    // pipe() does not pass errors on.
    file.on('error', (error) => unpacked.destroy(error))
    try {
      for await (const chunk of unpacked) {
        const text = decoder.decode(chunk as Buffer, { stream: true })
        if (text) yield text
      }
      const rest = decoder.decode()
      if (rest) yield rest
    } catch (error) {
      throw unreadable(error)
    } finally {
      unpacked.destroy()
      file.destroy()
    }
  }
  return { bytesRead: () => file.bytesRead, [Symbol.asyncIterator]: pieces }
}

async function readHead(path: string): Promise<{ head: Uint8Array; bytes: number }> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const stat = await handle.stat()
    if (!stat.isFile()) throw new ImportError('FILE_UNREADABLE', `${path} is not a file.`)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { head: buffer.subarray(0, bytesRead), bytes: stat.size }
  } catch (error) {
    throw unreadable(error, path)
  } finally {
    await handle?.close()
  }
}

function unpackHead(head: Uint8Array): Uint8Array {
  try {
    // The head of a longer file ends in the middle: what can be unpacked so far is asked for.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, headBytes)
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown, path = 'The file'): ImportError {
  if (error instanceof ImportError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    ENOENT: `${path} is not there.`,
    EACCES: `${path} may not be read: check its permissions.`,
    EPERM: `${path} may not be read: check its permissions.`,
    Z_BUF_ERROR: 'The compressed file ends too early: it was cut short. Fetch it again.',
    Z_DATA_ERROR: 'The compressed file is damaged. Fetch it again.',
  }
  return new ImportError('FILE_UNREADABLE', reasons[code ?? ''] ?? `${path} cannot be read: ${message}.`)
}
