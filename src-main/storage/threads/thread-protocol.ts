import type { HeapInfo } from 'node:v8'
import type { ChangeBatch } from '../../../src-shared/rpc/changes.ts'
import type { Person } from '../../../src-shared/team/person.ts'
import type { ThreadOptions } from '../../platform/load-thread.ts'
import type { OpenMode } from '../open-mode.ts'
import type { ErrorShape } from '../plain-failures.ts'
import type { TeamOfThread } from '../team/open-team.ts'

/** Start data of a storage thread. */
export interface ThreadData extends ThreadOptions {
  /** The database file; absent for the role `apart`. */
  path?: string
  /** How to open the database; `shared` when absent. */
  way?: OpenMode
  /** Duration from which statements are reported as slow, in milliseconds; none are reported when absent. */
  slowAfter?: number
  /** For a writer: the team whose database it commits in. */
  team?: TeamOfThread | undefined
  /** For a copier: the file to create. */
  destination?: string
}

export interface CallMessage {
  kind: 'call'
  id: number
  store: string
  function: string
  arguments: unknown[]
  /** The time of the injected clock at the call, in milliseconds since the epoch. */
  now: number
  /** The signed-in person who makes the call, in a team. */
  person?: Person | undefined
  /** For a reader: the snapshot to read. The first call with a new number starts the snapshot. */
  snapshot?: number
}
export type ToThread =
  | CallMessage
  | { kind: 'open'; data: ThreadData }
  | { kind: 'end-snapshot'; snapshot: number }
  /** Other hosts of the team have committed. */
  | { kind: 'catch-up' }
  | { kind: 'close' }

export type FromThread =
  | { kind: 'ready'; changeNumber: number; heap: HeapInfo }
  | { kind: 'failed'; error: ErrorShape }
  /** Sent before the result of the call that made the changes. */
  | { kind: 'changes'; batch: ChangeBatch }
  /** What other hosts have committed could not be fetched. */
  | { kind: 'not-caught-up'; error: ErrorShape }
  | { kind: 'slow-statement'; sql: string; milliseconds: number }
  /** A copier's progress, in pages of the database file. */
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'copied' }
  /** The database is closed; the thread waits for an `open` message. */
  | { kind: 'closed' }
  | { kind: 'answer'; id: number; value: unknown; milliseconds: number }
  | { kind: 'error'; id: number; error: ErrorShape; milliseconds: number }

/** Below this size in bytes, copying is cheaper than transferring. */
const minTransferBytes = 16_384

/**
 * The buffers of a result that can be transferred to the main thread without copying: those of byte arrays
 * that are the result or one of its properties, and that cover their entire buffer. The store can no longer
 * use bytes it has returned.
 */
export function transferable(value: unknown): ArrayBuffer[] {
  const candidates = value instanceof Uint8Array ? [value] : isPlainObject(value) ? Object.values(value) : []
  const buffers = new Set<ArrayBuffer>()
  for (const candidate of candidates) {
    if (!(candidate instanceof Uint8Array) || candidate.byteLength < minTransferBytes) continue
    const { buffer, byteLength } = candidate
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffers.add(buffer)
  }
  return [...buffers]
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
