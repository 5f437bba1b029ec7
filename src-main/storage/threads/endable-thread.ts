import type { HeapInfo } from 'node:v8'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { readingBudget } from '../../../src-shared/vocabulary/kit/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { workspaceClosed } from '../plain-failures.ts'
import type { ApartStore, StoreFunctions } from '../store.ts'
import { type StorageThread, startThread, type ThreadCall } from './storage-thread-client.ts'
import type { ThreadData } from './thread-protocol.ts'

/** The limits of one call. */
export interface Budget {
  milliseconds: number
  /** Maximum heap size of the thread, in MB. */
  megabytes: number
}

interface Job {
  call: ThreadCall
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * How long an idle thread is kept, in milliseconds. One with a database is called at every edit of a draft.
 */
const maxIdle = { reader: 30_000, apart: 10_000 }

export type EndableThread = ReturnType<typeof openEndableThread>

/**
 * A thread for untrusted bytes. The first call starts the thread; it ends after a time without calls. A call
 * that exceeds its budget, or is aborted, ends the thread as well; the waiting calls then continue in a new
 * one.
 * @param data the thread's role: `reader` has a database in addition to the bytes, `apart` has none
 */
export function openEndableThread(
  entry: URL,
  data: ThreadData & { role: 'reader' | 'apart' },
  {
    budget = readingBudget,
    idle = maxIdle[data.role],
    onStarted,
  }: { budget?: Budget | undefined; idle?: number; onStarted?: (heap: HeapInfo) => void } = {},
) {
  const waiting: Job[] = []
  let current: Job | undefined
  let thread: Promise<StorageThread> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Ends the current thread; the next call starts a new one. */
  async function end(reason: Error): Promise<void> {
    clearTimeout(idleTimer)
    const ended = thread
    thread = undefined
    const started = await ended?.catch(() => undefined)
    await started?.end(reason)
  }

  async function execute({ call, resolve, reject }: Job): Promise<void> {
    clearTimeout(idleTimer)
    let timer: NodeJS.Timeout | undefined
    try {
      const events = { ...silent, started: onStarted }
      thread ??= startThread(entry, { ...data, megabytes: budget.megabytes }, events)
      const used = thread
      const started = await used
      if (thread !== used) throw workspaceClosed()
      timer = setTimeout(() => void end(tooLong(budget)), budget.milliseconds)
      resolve(await started.call(call))
    } catch (error) {
      const isOver = !(error instanceof PlainError) || fatalCodes.has(error.code)
      if (isOver) void end(workspaceClosed())
      reject(error instanceof PlainError && error.code === 'too-much-memory' ? tooMuchMemory(budget) : error)
    } finally {
      clearTimeout(timer)
    }
  }

  function runNext(): void {
    if (current) return
    current = waiting.shift()
    if (!current) {
      idleTimer = setTimeout(() => void end(workspaceClosed()), idle).unref()
      return
    }
    void execute(current).then(() => {
      current = undefined
      runNext()
    })
  }

  function drop(job: Job, reason: Error): void {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    job.reject(reason)
    if (current === job) void end(reason)
  }

  return {
    /**
     * @throws PlainError `too-long` or `too-much-memory`, with a problem of that code; the signal's reason
     */
    call: (call: ThreadCall, signal?: AbortSignal): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(workspaceClosed())
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
        runNext()
      }),
    /** Ends the thread at once and rejects pending calls. */
    async close(): Promise<void> {
      isClosed = true
      for (const job of waiting.splice(0)) job.reject(workspaceClosed())
      current?.reject(workspaceClosed())
      await end(workspaceClosed())
    },
  }
}

/** Failure codes after which a thread can answer no further calls. */
const fatalCodes = new Set(['too-long', 'too-much-memory', 'thread-failed', 'closed'])
const silent = { changes: () => undefined, answered: () => undefined, slowStatement: () => undefined }

const budgetError = (code: string, message: string) =>
  new PlainError(code, message, { problems: [{ code, path: '', message }] })
const tooLong = ({ milliseconds }: Budget) => {
  const seconds = milliseconds / 1000
  return budgetError('too-long', say`Reading it took longer than ${seconds} s and was stopped.`)
}
const tooMuchMemory = ({ megabytes }: Budget) =>
  budgetError('too-much-memory', say`Reading it took more than ${megabytes} MB of memory and was stopped.`)

/**
 * Calls a function of a store that runs in its own thread, without a database and within a budget. Aborting
 * the signal ends the call.
 */
export type Apart<F extends StoreFunctions> = <N extends keyof F & string>(
  name: N,
  args: Parameters<F[N]>,
  options?: { signal?: AbortSignal | undefined },
) => Promise<Awaited<ReturnType<F[N]>>>

/** Calls the functions of one store in its thread. */
export const apartCalls =
  <F extends StoreFunctions>(store: ApartStore<F>, thread: EndableThread, clock: Clock): Apart<F> =>
  async <N extends keyof F & string>(
    name: N,
    args: Parameters<F[N]>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<Awaited<ReturnType<F[N]>>> =>
    // The cast: the thread returns the result of the function of that name.
    (await thread.call(
      { store: store.name, function: name, arguments: args, now: clock.now() },
      signal,
    )) as Awaited<ReturnType<F[N]>>

/** Opens a store in its own thread without a workspace, e.g. for a command that reads files. */
export function openApart<F extends StoreFunctions>(
  entry: URL,
  store: ApartStore<F>,
  { clock, budget }: { clock: Clock; budget?: Budget },
): { call: Apart<F>; close(): Promise<void> } {
  const thread = openEndableThread(entry, { role: 'apart' }, { budget })
  return { call: apartCalls(store, thread, clock), close: () => thread.close() }
}
