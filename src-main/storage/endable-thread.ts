import { PlainError } from '../../src-shared/plain-error.ts'
import { readingBudget } from '../../src-shared/vocabulary/kit/limits.ts'
import type { Clock } from '../platform/clock.ts'
import { type StorageThread, startThread, type ThreadCall } from './storage-thread-client.ts'
import type { ApartStore, StoreFunctions } from './store.ts'
import type { ThreadData } from './thread-protocol.ts'

/** What one call may take. */
export interface Budget {
  milliseconds: number
  /** Of the thread's heap, in MB. */
  megabytes: number
}

/**
 * A thread for foreign bytes. It is started by the first call, ended when it has been idle for a while, and ended in the
 * middle of a call whose budget is spent or whose caller no longer wants it; the calls that wait go on in a fresh one.
 */
export interface EndableThread {
  /** @throws PlainError `too-long` or `too-much-memory`, with a problem of that code; the signal's reason */
  call(call: ThreadCall, signal?: AbortSignal): Promise<unknown>
  /** Ends it at once; calls under way are rejected. */
  close(): Promise<void>
}

interface Job {
  call: ThreadCall
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A thread that was not needed for so many milliseconds is ended. */
const longestIdle = 30_000

/** @param data what the thread is for: `reader` with a database beside it, `apart` without */
export function openEndableThread(
  entry: URL,
  data: ThreadData & { role: 'reader' | 'apart' },
  { budget = readingBudget, idle = longestIdle }: { budget?: Budget; idle?: number } = {},
): EndableThread {
  const waiting: Job[] = []
  let current: Job | undefined
  let thread: Promise<StorageThread> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  /** The thread that is there is not used again. */
  async function end(reason: Error): Promise<void> {
    clearTimeout(idleTimer)
    const ended = thread
    thread = undefined
    const started = await ended?.catch(() => undefined)
    await started?.end(reason)
  }

  async function carryOut({ call, resolve, reject }: Job): Promise<void> {
    clearTimeout(idleTimer)
    let timer: NodeJS.Timeout | undefined
    try {
      thread ??= startThread(entry, { ...data, megabytes: budget.megabytes }, silent)
      const used = thread
      const started = await used
      if (thread !== used) throw closed()
      timer = setTimeout(() => void end(tooLong(budget)), budget.milliseconds)
      resolve(await started.call(call))
    } catch (error) {
      const isOver = !(error instanceof PlainError) || deadly.has(error.code)
      if (isOver) void end(closed())
      reject(error instanceof PlainError && error.code === 'too-much-memory' ? tooMuchMemory(budget) : error)
    } finally {
      clearTimeout(timer)
    }
  }

  function goOn(): void {
    if (current) return
    current = waiting.shift()
    if (!current) {
      idleTimer = setTimeout(() => void end(closed()), idle).unref()
      return
    }
    void carryOut(current).then(() => {
      current = undefined
      goOn()
    })
  }

  function drop(job: Job, reason: Error): void {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    job.reject(reason)
    if (current === job) void end(reason)
  }

  return {
    call: (call, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed())
        if (signal?.aborted) return reject(signal.reason)
        const dropped = () => drop(job, signal?.reason)
        const settled = () => signal?.removeEventListener('abort', dropped)
        const job: Job = {
          call,
          resolve(value) {
            settled()
            resolve(value)
          },
          reject(error) {
            settled()
            reject(error)
          },
        }
        signal?.addEventListener('abort', dropped)
        waiting.push(job)
        goOn()
      }),
    async close() {
      isClosed = true
      for (const job of waiting.splice(0)) job.reject(closed())
      current?.reject(closed())
      await end(closed())
    },
  }
}

/** After these nothing can be asked of a thread. */
const deadly = new Set(['too-long', 'too-much-memory', 'thread-failed', 'closed'])
const silent = { changes: () => undefined, answered: () => undefined, slowStatement: () => undefined }
const closed = () => new PlainError('closed', 'The workspace has been closed.')

const spent = (code: string, message: string) =>
  new PlainError(code, message, { problems: [{ code, path: '', message }] })
const tooLong = ({ milliseconds }: Budget) =>
  spent('too-long', `Reading it took longer than ${milliseconds / 1000} s and was stopped.`)
const tooMuchMemory = ({ megabytes }: Budget) =>
  spent('too-much-memory', `Reading it took more than ${megabytes} MB of memory and was stopped.`)

/**
 * Calls a function of a store that runs apart: in a thread of its own, without a database, within a budget. With its
 * signal a caller ends what it no longer waits for.
 */
export type Apart<F extends StoreFunctions> = <N extends keyof F & string>(
  name: N,
  args: Parameters<F[N]>,
  options?: { signal?: AbortSignal | undefined },
) => Promise<ReturnType<F[N]>>

/** The calls of one store to the thread it runs in. */
export const apartCalls =
  <F extends StoreFunctions>(store: ApartStore<F>, thread: EndableThread, clock: Clock): Apart<F> =>
  async <N extends keyof F & string>(
    name: N,
    args: Parameters<F[N]>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ) =>
    // What the thread answers is what the function of that name gave there.
    (await thread.call(
      { store: store.name, function: name, arguments: args, now: clock.now() },
      signal,
    )) as ReturnType<F[N]>

/** The same without a workspace, such as for a command that reads files. */
export function openApart<F extends StoreFunctions>(
  entry: URL,
  store: ApartStore<F>,
  { clock, budget }: { clock: Clock; budget?: Budget },
): { call: Apart<F>; close(): Promise<void> } {
  const thread = openEndableThread(entry, { role: 'apart' }, budget ? { budget } : {})
  return { call: apartCalls(store, thread, clock), close: () => thread.close() }
}
