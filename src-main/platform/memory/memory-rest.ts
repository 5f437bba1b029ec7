import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** How long a thread must have had next to nothing to do, in milliseconds. */
const pause = 5000
/** The most of that time it may have worked: changes from elsewhere are looked for all the time. */
const atRest = 0.02
/** Less garbage than this is not worth the work, in bytes. */
const worthCollecting = 4_000_000

/**
 * Gives memory back to the system when this thread has nothing to do after work. V8 itself collects garbage only when a
 * thread makes more of it, so that a thread at rest keeps what its last work left, often half of its heap.
 */
export function openMemoryRest({
  after = pause,
  used = bytesInUse,
  collect = collectAll,
  load = () => loadSince(performance.eventLoopUtilization()),
} = {}) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** What was in use after the last collection. What loading left is garbage too. */
  let left = 0

  function wait(): void {
    const loadMeanwhile = load()
    timer = setTimeout(() => {
      timer = undefined
      if (loadMeanwhile() > atRest) return wait()
      if (used() - left < worthCollecting) return
      collect()
      left = used()
    }, after).unref()
  }

  return {
    /** Something was done, which may have left garbage. */
    worked(): void {
      if (!timer && !isStopped) wait()
    },
    /** Nothing is collected any more. */
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
 * Collects all garbage of this thread, some tens of milliseconds, and gives free pages of its heap back to the system.
 * Only a process that was started with `--expose-gc` can, as `npm start` and `npm run desk` are: flags set later are of
 * all threads at once, which would race.
 */
function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
