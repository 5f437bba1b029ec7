import { PlainError } from '../../../src-shared/plain-error.ts'
import { workspaceClosed } from '../plain-failures.ts'
import type { StorageThread, ThreadCall } from './storage-thread-client.ts'

interface Slot {
  thread: Promise<StorageThread> | undefined
  isReady: boolean
  /** Calls and snapshots that use the thread or wait for it. */
  load: number
  idleTimer: NodeJS.Timeout | undefined
}

/** How long calls wait before a further thread starts, in milliseconds. */
const patience = 50
/** How long an idle thread is kept, in milliseconds. */
export const maxIdle = 120_000
/** How long of that where another thread can answer instead. */
const briefIdle = 10_000

/**
 * The threads that read. Each takes memory of its own and a tenth of a second of processor to start, so only one starts
 * with the workspace. The others start when calls have waited for a moment. Each ends after a time without calls: soon
 * where another stays.
 */
export function openReaderPool(
  start: () => Promise<StorageThread>,
  { most, idle = maxIdle, brief = briefIdle }: { most: number; idle?: number | undefined; brief?: number },
) {
  const slots = Array.from(
    { length: Math.max(1, most) },
    (): Slot => ({ thread: undefined, isReady: false, load: 0, idleTimer: undefined }),
  )
  const [kept] = slots as [Slot]
  /** Starts with the workspace; not the thread that keeps much in memory, where there are two. */
  const usual = slots.at(-1) ?? kept
  const waiting: ((slot: Slot) => void)[] = []
  const ending = new Set<Promise<void>>()
  let widening: NodeJS.Timeout | undefined
  let isClosed = false

  function started(slot: Slot): Promise<StorageThread> {
    if (slot.thread) return slot.thread
    const thread = start()
    slot.thread = thread
    thread.then(
      () => {
        slot.isReady = slot.thread === thread
        goOn()
      },
      () => drop(slot, thread),
    )
    return thread
  }

  /** Forgets a thread that has ended, or did not start; the next call starts another. */
  function drop(slot: Slot, thread: Promise<StorageThread>): void {
    if (slot.thread !== thread) return
    slot.thread = undefined
    slot.isReady = false
    // Whoever waited gets the failure from the attempt to start it again.
    const next = waiting.shift()
    if (next) next(usual)
  }

  function rest(slot: Slot): void {
    slot.load--
    goOn()
    if (slot.load > 0 || isClosed) return
    clearTimeout(slot.idleTimer)
    slot.idleTimer = setTimeout(() => tire(slot), Math.min(brief, idle)).unref()
  }

  /** Ends an idle thread that another can stand in for; one that is alone, or that keeps much in memory, stays longer. */
  function tire(slot: Slot): void {
    const isReplaceable = slot !== kept && slots.some((other) => other !== slot && other.isReady)
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
      if (!(error instanceof PlainError) || deadly.has(error.code)) drop(slot, thread)
      throw error
    } finally {
      rest(slot)
    }
  }

  /** The thread to give a call to now; undefined when the call had better wait. */
  function free(): Slot | undefined {
    const ready = slots.filter(({ isReady }) => isReady)
    const least = ready.reduceRight<Slot | undefined>(
      (best, slot) => (best === undefined || slot.load < best.load ? slot : best),
      undefined,
    )
    return least && (least.load === 0 || ready.length === slots.length) ? least : undefined
  }

  function goOn(): void {
    for (let slot = free(); slot && waiting.length > 0; slot = free()) waiting.shift()?.(slot)
  }

  function widen(): void {
    if (!slots.some(({ thread }) => thread)) void started(usual).catch(() => undefined)
    widening ??= setTimeout(() => {
      widening = undefined
      if (waiting.length === 0) return
      const further = slots.findLast(({ thread }) => thread === undefined)
      if (further) void started(further).catch(() => undefined)
    }, patience).unref()
  }

  return {
    /**
     * Calls the thread with the least to do.
     * @param same for a store that keeps much in memory: always in the same thread, which other calls use least
     */
    call(call: ThreadCall, same: boolean = false): Promise<unknown> {
      if (isClosed) return Promise.reject(workspaceClosed())
      const slot = same ? kept : free()
      if (slot) return callIn(slot, call)
      return new Promise((resolve, reject) => {
        waiting.push((given) => callIn(given, call).then(resolve, reject))
        widen()
      })
    },
    /** A state of the database that several calls see; its thread is kept until it ends. */
    snapshot(): { call(call: ThreadCall): Promise<unknown>; end(): void } {
      const slot = free() ?? usual
      const number = ++lastSnapshot
      const thread = started(slot)
      slot.load++
      let isOver = false
      return {
        // In another thread it would be another state.
        call: (call) =>
          isClosed || slot.thread !== thread
            ? Promise.reject(workspaceClosed())
            : callIn(slot, { ...call, snapshot: number }),
        end() {
          if (isOver) return
          isOver = true
          rest(slot)
          thread.then(
            (opened) => opened.endSnapshot(number),
            () => undefined,
          )
        },
      }
    },
    /** The first thread, when it has started. */
    first: (): Promise<StorageThread> => started(usual),
    /** Answers the calls asked before, then ends the threads. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(widening)
      for (const next of waiting.splice(0)) next(usual)
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

/** Numbers are never used twice, as the threads know snapshots by them. */
let lastSnapshot = 0

/** The codes of failures after which a thread answers no more. */
const deadly = new Set(['too-much-memory', 'thread-failed', 'closed'])
