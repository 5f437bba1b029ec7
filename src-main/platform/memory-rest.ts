import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Flags of V8 may be changed while Node runs; whether Electron lets them could not be tried, and a refusal ends it. */
const mayCollect = process.versions['electron'] === undefined

interface MemoryRest {
  /** Something was done, which may have left garbage. */
  worked(): void
  /** Nothing is collected any more. */
  stop(): void
}

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
} = {}): MemoryRest {
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
    worked() {
      if (!timer && !isStopped && mayCollect) wait()
    },
    stop() {
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

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
let collector: Collect | undefined

/** Collects all garbage of this thread, some tens of milliseconds, and gives free pages of its heap back to the system. */
function collectAll(): void {
  if (!collector) {
    // A context that is made while the flag is set has the function; the flag is of the whole process.
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as Collect
    setFlagsFromString('--no-expose-gc')
  }
  collector({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
