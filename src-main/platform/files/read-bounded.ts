import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Opens a file for reading; does not block on a pipe without a writer. */
export const openToRead = (path: string): Promise<FileHandle> =>
  // Windows lacks this flag.
  open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))

const pieceBytes = 64 * 1024
/**
 * `writer`: how long to wait for the first bytes of a pipe that has no writer. `poll`: the poll interval. In
 * milliseconds.
 */
const pipeWait = { writer: 2000, poll: 20 }

/**
 * Reads a file or pipe whose path the person gave. Never blocks: devices are refused, at most `maxBytes` are
 * read, and a pipe must have a writer.
 * @throws the system's error, `TooLargeError`, or an error that names the kind of file
 */
export async function readFileLimited(path: string, maxBytes: number): Promise<Buffer> {
  const handle = await openToRead(path)
  try {
    const found = await handle.stat()
    if (found.isCharacterDevice() || found.isBlockDevice()) throw new Error('it is a device')
    const pieces: Buffer[] = []
    let waited = 0
    for (let length = 0; ; ) {
      const piece = Buffer.alloc(pieceBytes)
      const bytesRead = await readSome(handle, piece)
      if (bytesRead === undefined || (bytesRead === 0 && found.isFIFO() && length === 0)) {
        if (bytesRead === 0) waited += pipeWait.poll
        if (waited > pipeWait.writer) throw new Error('it is a pipe that nobody writes to')
        await delay(pipeWait.poll)
        continue
      }
      if (bytesRead === 0) return Buffer.concat(pieces)
      length += bytesRead
      if (length > maxBytes) throw new TooLargeError(maxBytes)
      pieces.push(piece.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** Reads all bytes of a stream, such as standard input. @throws `TooLargeError` */
export async function readStreamLimited(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.length
    if (length > maxBytes) throw new TooLargeError(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export class TooLargeError extends Error {
  constructor(maxBytes: number) {
    const isWhole = maxBytes % 1024 ** 2 === 0
    super(`it is larger than ${isWhole ? `${maxBytes / 1024 ** 2} MB` : `${maxBytes} bytes`}`)
  }
}

/** Number of bytes read; 0 at the end; undefined when a pipe has no data yet. */
async function readSome(handle: FileHandle, into: Buffer): Promise<number | undefined> {
  try {
    return (await handle.read(into)).bytesRead
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}
