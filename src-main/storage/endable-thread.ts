import { readingBudget } from '../../src-shared/vocabulary/kit/limits.ts'
import { type StorageThread, startThread, type ThreadCall } from './storage-thread-client.ts'
import { StoreError } from './store-error.ts'
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
  /** @throws StoreError `too-long` or `too-much-memory`, its data `{problems}`; the signal's reason */
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
      const isOver = !(error instanceof StoreError) || deadly.has(error.code)
      if (isOver) void end(closed())
      reject(error instanceof StoreError && error.code === 'too-much-memory' ? tooMuchMemory(budget) : error)
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
const closed = () => new StoreError('closed', 'The workspace has been closed.')

const spent = (code: string, message: string) =>
  new StoreError(code, message, { problems: [{ code, path: '', message }] })
const tooLong = ({ milliseconds }: Budget) =>
  spent('too-long', `Reading it took longer than ${milliseconds / 1000} s and was stopped.`)
const tooMuchMemory = ({ megabytes }: Budget) =>
  spent('too-much-memory', `Reading it took more than ${megabytes} MB of memory and was stopped.`)
