import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** How long a thread must be nearly idle before a collection, in milliseconds. */
const pause = 5000
/** Maximum share of that time spent working: polling for outside changes never stops. */
const maxIdleLoad = 0.02
/** Minimum growth that is worth a collection, in bytes. */
const minGarbage = 4_000_000

/**
 * Returns memory to the system when this thread is idle after work. V8 collects garbage only on new
 * allocations, so an idle thread would keep the garbage of its last work, often half of its heap.
 */
export function openIdleCollector({
  after = pause,
  used = bytesInUse,
  collect = collectAll,
  load = () => loadSince(performance.eventLoopUtilization()),
} = {}) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** Whether the next collection takes place whatever the growth. */
  let isDue = false
  /** Bytes in use after the last collection. 0 at first, because loading leaves garbage too. */
  let usedAfterLast = 0

  function wait(): void {
    const loadMeanwhile = load()
    timer = setTimeout(() => {
      timer = undefined
      if (loadMeanwhile() > maxIdleLoad) return wait()
      if (!isDue && used() - usedAfterLast < minGarbage) return
      isDue = false
      collect()
      usedAfterLast = used()
    }, after).unref()
  }

  return {
    /**
     * Call it after work that may have left garbage.
     * @param isSure it has left some, although the memory in use may not have grown
     */
    worked(isSure = false): void {
      isDue ||= isSure
      if (!timer && !isStopped) wait()
    },
    /** Stops all further collections. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function bytesInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

const loadSince = (before: EventLoopUtilization) => () => performance.eventLoopUtilization(before).utilization

/**
 * Collects all garbage of this thread, which takes some tens of milliseconds, and returns free heap pages to
 * the system. Works only in a process started with `--expose-gc`, as `npm run desk` is, or in which
 * `keepHeapsLean` was called, as in Electron.
 */
export function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
