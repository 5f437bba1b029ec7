import type { ChangeBatch } from '../../../src-shared/rpc/changes.ts'
import type { LoadedWith } from '../../platform/load-thread.ts'
import type { ErrorShape } from '../plain-failures.ts'
import type { WayToOpen } from '../ways-to-open.ts'

/** The data that a storage thread is started with. */
export interface ThreadData extends LoadedWith {
  /** The database file; a thread `apart` has none. */
  path?: string
  /** The way to open the database; `shared` when absent. */
  way?: WayToOpen
  /** A statement this slow, in milliseconds, is reported; none is reported when absent. */
  slowAfter?: number
  /** For a copier, the file to make. */
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
  /** For a reader, the number of the snapshot that the call sees; the first call with a number begins its snapshot. */
  snapshot?: number
}
export type ToThread =
  | CallMessage
  | { kind: 'open'; data: ThreadData }
  | { kind: 'end-snapshot'; snapshot: number }
  | { kind: 'close' }

export type FromThread =
  | { kind: 'ready'; changeNumber: number }
  | { kind: 'failed'; error: ErrorShape }
  /** Sent before the answer of the call that made the changes. */
  | { kind: 'changes'; batch: ChangeBatch }
  /** A statement that was slow. */
  | { kind: 'slow-statement'; sql: string; milliseconds: number }
  /** A copier's progress, in pages of the database file. */
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'copied' }
  /** The database is closed; the thread waits to be told what to open next. */
  | { kind: 'closed' }
  | { kind: 'answer'; id: number; value: unknown; milliseconds: number }
  | { kind: 'error'; id: number; error: ErrorShape; milliseconds: number }

/** Below this many bytes, copying is cheaper than transferring the memory. */
const worthTransferring = 16_384

/**
 * The memory of an answer that can be transferred to the main thread without copying: of byte arrays that are the
 * answer or one of its properties, and that own their whole memory. A store can no longer use the bytes it returned.
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
