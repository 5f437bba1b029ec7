/** Stores the current document in a file, so that another process can read it when a reader hangs. */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type DocumentName, documents } from '../../../src-shared/vocabulary/documents.ts'
import type { Start } from './seeds.ts'

const names = Object.keys(documents) as DocumentName[]
const readers = [
  'none',
  'requireItemsDocument',
  'readItemPage',
  'readItem',
  'scanPage',
  'parseTree',
  'parseDocument',
  'identifyDocument',
  'writeDocument',
  'checkFeed',
]
/** Sequence, length of the document, document type, reader. */
const headBytes = 16

export class CurrentDocument {
  readonly #file: number
  readonly #head = new Int32Array(headBytes / 4)

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  put({ name, bytes }: Start): void {
    this.#head[0] = (this.#head[0] ?? 0) + 1
    this.#head[1] = bytes.byteLength
    this.#head[2] = names.indexOf(name)
    writeSync(this.#file, bytes, 0, bytes.byteLength, headBytes)
  }
  setReader(reader: string): void {
    this.#head[0] = (this.#head[0] ?? 0) + 1
    this.#head[3] = Math.max(readers.indexOf(reader), 0)
    writeSync(this.#file, this.#head, 0, headBytes, 0)
  }
  close(): void {
    closeSync(this.#file)
  }
}

/** Reads the file in another process; the sequence increases with every started document or reader. */
export function readCurrent(path: string): { sequence: number; reader: string; start: Start } {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const head =
    bytes.byteLength < headBytes
      ? undefined
      : new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + headBytes))
  const [sequence = 0, length = 0, name = 0, reader = 0] = head ?? []
  return {
    sequence,
    reader: readers[reader] ?? 'none',
    start: { name: names[name] ?? 'items', bytes: bytes.subarray(headBytes, headBytes + length) },
  }
}
