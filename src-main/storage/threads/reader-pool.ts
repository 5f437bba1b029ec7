import { PlainError } from '../../../src-shared/plain-error.ts'
import { workspaceClosed } from '../plain-failures.ts'
import type { StorageThread, ThreadCall } from './storage-thread-client.ts'

interface Slot {
  thread: Promise<StorageThread> | undefined
  isReady: boolean
  /** Number of calls and snapshots that use the thread or wait for it. */
  load: number
  idleTimer: NodeJS.Timeout | undefined
}

/** How long a call waits before another thread is started, in milliseconds. */
const maxWait = 50
/** How long an idle thread is kept, in milliseconds. */
export const maxIdle = 120_000
/** The same, if another thread can answer instead. */
const briefIdle = 10_000

/**
 * A pool of reading threads. Each needs its own memory and a tenth of a second of CPU time to start, so only
 * one starts with the workspace; the others start when calls have waited for a moment. A thread ends after a
 * time without calls, sooner if another one remains.
 */
export function openReaderPool(
  start: () => Promise<StorageThread>,
  {
    maxThreads,
    idle = maxIdle,
    brief = briefIdle,
  }: { maxThreads: number; idle?: number | undefined; brief?: number },
) {
  const slots = Array.from(
    { length: Math.max(1, maxThreads) },
    (): Slot => ({ thread: undefined, isReady: false, load: 0, idleTimer: undefined }),
  )
  const [dedicated] = slots as [Slot]
  /**
   * The thread that starts with the workspace. With several threads it is not `dedicated`, the one of `same`
   * stores.
   */
  const primary = slots.at(-1) ?? dedicated
  const waiting: ((slot: Slot) => void)[] = []
  const ending = new Set<Promise<void>>()
  let addTimer: NodeJS.Timeout | undefined
  let isClosed = false

  function started(slot: Slot): Promise<StorageThread> {
    if (slot.thread) return slot.thread
    const thread = start()
    slot.thread = thread
    thread.then(
      () => {
        slot.isReady = slot.thread === thread
        dispatch()
      },
      () => drop(slot, thread),
    )
    return thread
  }

  /** Removes a thread that ended or failed to start; the next call starts another. */
  function drop(slot: Slot, thread: Promise<StorageThread>): void {
    if (slot.thread !== thread) return
    slot.thread = undefined
    slot.isReady = false
    // The next waiting call starts the thread again, or gets the failure.
    const next = waiting.shift()
    if (next) next(primary)
  }

  function release(slot: Slot): void {
    slot.load--
    dispatch()
    if (slot.load > 0 || isClosed) return
    clearTimeout(slot.idleTimer)
    slot.idleTimer = setTimeout(() => endAfterIdle(slot), Math.min(brief, idle)).unref()
  }

  /**
   * Ends an idle thread that another can replace. A single thread, or that of `same` stores, is kept longer.
   */
  function endAfterIdle(slot: Slot): void {
    const isReplaceable = slot !== dedicated && slots.some((other) => other !== slot && other.isReady)
    if (isReplaceable || idle <= brief) end(slot)
    else slot.idleTimer = setTimeout(() => end(slot), idle - brief).unref()
  }

  function end(slot: Slot): void {
    if (slot.load > 0) return
    const ended = slot.thread?.then((thread) => thread.close({ ends: true }))
    slot.thread = undefined
    slot.isReady = false
    if (!ended) return
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
  }

  async function callIn(slot: Slot, call: ThreadCall): Promise<unknown> {
    slot.load++
    const thread = started(slot)
    try {
      return await (await thread).call(call)
    } catch (error) {
      if (!(error instanceof PlainError) || fatalCodes.has(error.code)) drop(slot, thread)
      throw error
    } finally {
      release(slot)
    }
  }

  /** The thread to call now; undefined if the call should wait. */
  function free(): Slot | undefined {
    const ready = slots.filter(({ isReady }) => isReady)
    const candidate = ready.reduceRight<Slot | undefined>(
      (best, slot) => (best === undefined || slot.load < best.load ? slot : best),
      undefined,
    )
    return candidate && (candidate.load === 0 || ready.length === slots.length) ? candidate : undefined
  }

  function dispatch(): void {
    for (let slot = free(); slot && waiting.length > 0; slot = free()) waiting.shift()?.(slot)
  }

  function addThread(): void {
    if (!slots.some(({ thread }) => thread)) void started(primary).catch(() => undefined)
    addTimer ??= setTimeout(() => {
      addTimer = undefined
      if (waiting.length === 0) return
      const next = slots.findLast(({ thread }) => thread === undefined)
      if (next) void started(next).catch(() => undefined)
    }, maxWait).unref()
  }

  return {
    /**
     * Calls the thread with the fewest calls.
     * @param same for a store that caches much in memory: always uses the same thread, which gets the fewest
     * other calls
     */
    call(call: ThreadCall, same: boolean = false): Promise<unknown> {
      if (isClosed) return Promise.reject(workspaceClosed())
      const slot = same ? dedicated : free()
      if (slot) return callIn(slot, call)
      return new Promise((resolve, reject) => {
        waiting.push((given) => callIn(given, call).then(resolve, reject))
        addThread()
      })
    },
    /** Starts a snapshot for several calls; its thread is kept until it ends. */
    snapshot(): { call(call: ThreadCall): Promise<unknown>; end(): void } {
      const slot = free() ?? primary
      const number = ++lastSnapshot
      const thread = started(slot)
      slot.load++
      let isOver = false
      return {
        // A different thread would have a different snapshot.
        call: (call) =>
          isClosed || slot.thread !== thread
            ? Promise.reject(workspaceClosed())
            : callIn(slot, { ...call, snapshot: number }),
        end() {
          if (isOver) return
          isOver = true
          release(slot)
          thread.then(
            (opened) => opened.endSnapshot(number),
            () => undefined,
          )
        },
      }
    },
    /** Resolves with the first thread when it has started. */
    first: (): Promise<StorageThread> => started(primary),
    /** Waits for earlier calls, then ends the threads. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(addTimer)
      for (const next of waiting.splice(0)) next(primary)
      await Promise.all([
        ...ending,
        ...slots.map(async ({ thread, idleTimer }) => {
          clearTimeout(idleTimer)
          await (await thread?.catch(() => undefined))?.close()
        }),
      ])
    },
  }
}

/** Numbers are never reused, because threads identify snapshots by them. */
let lastSnapshot = 0

/** Failure codes after which a thread can answer no further calls. */
const fatalCodes = new Set(['too-much-memory', 'thread-failed', 'closed'])
