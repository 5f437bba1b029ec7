import type { ChangeBatch } from '../../src-shared/rpc/changes.ts'
import type { ErrorShape } from './plain-failures.ts'
import type { WayToOpen } from './ways-to-open.ts'

/** What a storage thread is started with. */
export interface ThreadData {
  role: 'writer' | 'reader' | 'copier' | 'apart'
  /** The database file; a thread `apart` has none. */
  path?: string
  /** The usual one when absent. */
  way?: WayToOpen
  /** Milliseconds from which a statement is told of; none is when absent. */
  slowAfter?: number
  /** The most its heap may take, in MB; the engine's own limit when absent. */
  megabytes?: number
  /** Of a copier: the file to make. */
  destination?: string
}

export interface CallMessage {
  kind: 'call'
  id: number
  store: string
  function: string
  arguments: unknown[]
  /** The injected clock's time at the call, milliseconds since the epoch. */
  now: number
  /** Of a reader: the state of the database the call sees; begun by the first call that names it. */
  snapshot?: number
}
export type ToThread = CallMessage | { kind: 'end-snapshot'; snapshot: number } | { kind: 'close' }

export type FromThread =
  | { kind: 'ready'; changeNumber: number }
  | { kind: 'failed'; error: ErrorShape }
  /** Sent before the answer of the call that made the changes. */
  | { kind: 'changes'; batch: ChangeBatch }
  /** A statement took longer than it should. */
  | { kind: 'slow-statement'; sql: string; milliseconds: number }
  /** Of a copier: pages of the database file. */
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'copied' }
  | { kind: 'answer'; id: number; value: unknown; milliseconds: number }
  | { kind: 'error'; id: number; error: ErrorShape; milliseconds: number }

/** Below this many bytes a copy is cheaper than handing memory over. */
const worthTransferring = 16_384

/**
 * The memory in an answer that can be handed to the main thread instead of copied: byte arrays that are the answer
 * itself, or a property of it, and own their memory whole. A store therefore gives away the bytes it returns.
 */
export function transferable(value: unknown): ArrayBuffer[] {
  const candidates = value instanceof Uint8Array ? [value] : isPlainObject(value) ? Object.values(value) : []
  const buffers = new Set<ArrayBuffer>()
  for (const candidate of candidates) {
    if (!(candidate instanceof Uint8Array) || candidate.byteLength < worthTransferring) continue
    const { buffer, byteLength } = candidate
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffers.add(buffer)
  }
  return [...buffers]
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
