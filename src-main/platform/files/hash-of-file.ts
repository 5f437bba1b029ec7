import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Bytes that are read at a time. */
const pieceBytes = 1024 * 1024

/** The SHA-256 of a file in hexadecimal digits, read piece by piece. @throws the system's error */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) hash.update(piece)
  return hash.digest('hex')
}
