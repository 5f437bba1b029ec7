import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { memoryLimits } from './memory/memory-limits.ts'
import { returnMemoryWhenIdle } from './memory/return-memory.ts'

/** Start data of a storage thread. */
export interface ThreadOptions {
  role: 'writer' | 'reader' | 'copier' | 'apart'
  /** Heap limit of the thread, in MB; when absent that of its role under Electron, else V8's own limit. */
  megabytes?: number
  /** The thread only loads its code; a later message brings the rest of its data. */
  later?: true
}

interface LoadedThread {
  worker: Worker
  entry: string
  role: ThreadOptions['role']
}

/** Loaded, idle threads. */
const waiting: (LoadedThread & { taken(): void; end(): Promise<void> })[] = []
/**
 * How long a returned thread is kept, in milliseconds: often another workspace is opened after one is closed.
 */
const keptFor = 10_000
/** Maximum number of idle threads kept: those of two workspaces. */
const maxKept = 4
let isKeeping = false

/**
 * Preloads the threads of a workspace while the program itself is still loading. They create no file and do
 * not keep the process alive.
 */
export function loadThreadsAhead(entry: URL): void {
  for (const role of ['writer', 'reader'] as const) {
    const worker = startWorker(entry, { role, later: true })
    keepWaiting({ worker, entry: entry.href, role })
  }
}

/** From now on, keeps returned threads for reuse: for a program that opens one workspace after another. */
export function keepThreads(): void {
  isKeeping = true
}

/**
 * Ends the idle threads and keeps no more. Call it before the program exits: with a thread still running,
 * Node has been seen to wait for it forever.
 */
export async function endThreads(): Promise<void> {
  isKeeping = false
  await Promise.all([...waiting].map(({ end }) => end()))
}

/**
 * Takes back a thread that has closed its files and is ready to open others.
 * @returns resolves when the thread is kept or has ended
 */
export async function returnThread(worker: Worker, entry: URL, role: ThreadOptions['role']): Promise<void> {
  if (!isKeeping) return endThread(worker)
  if (waiting.length >= maxKept) void waiting[0]?.end()
  keepWaiting({ worker, entry: entry.href, role }, keptFor)
}

/** Ends an idle thread by a message, so that it exits normally. */
export function endThread(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.ref()
  worker.postMessage({ kind: 'close' })
  return ended
}

/** @param maxIdle how long the thread is kept, in milliseconds; unlimited when absent */
function keepWaiting({ worker, entry, role }: LoadedThread, maxIdle?: number): void {
  // A failed thread is dropped. The next caller starts a new thread, and gets the error if that one fails too.
  const forget = (): void => {
    const at = waiting.indexOf(kept)
    if (at >= 0) waiting.splice(at, 1)
  }
  const end = (): Promise<void> => {
    clearTimeout(timer)
    forget()
    return endThread(worker)
  }
  const timer = maxIdle === undefined ? undefined : setTimeout(() => void end(), maxIdle).unref()
  const kept = {
    ...{ worker, entry, role, end },
    taken() {
      clearTimeout(timer)
      worker.off('error', forget).off('exit', forget).ref()
    },
  }
  worker.once('error', forget).once('exit', forget).unref()
  waiting.push(kept)
}

/**
 * Returns an idle thread of the role, or a new one. `waits`: the thread still needs its data in a message.
 */
export function loadThread(entry: URL, data: ThreadOptions): { worker: Worker; waits: boolean } {
  // The heap limit of a thread can only be set when it starts.
  const found =
    data.megabytes === undefined
      ? waiting.findLastIndex((one) => one.entry === entry.href && one.role === data.role)
      : -1
  const [loaded] = found >= 0 ? waiting.splice(found, 1) : []
  if (!loaded) return { worker: startWorker(entry, data), waits: data.later === true }
  loaded.taken()
  return { worker: loaded.worker, waits: true }
}

/** True if the V8 option is not set, or no longer. It is reset only if set: Electron may reject a V8 flag. */
let isOptionReset = !process.execArgv.some((option) => option.startsWith('--max-semi-space-size'))

function startWorker(entry: URL, workerData: ThreadOptions): Worker {
  const { role, megabytes } = workerData
  // The option that limits the main thread (desk-process.ts) would override each thread's own limit.
  if (!isOptionReset) setFlagsFromString('--max-semi-space-size=0')
  isOptionReset = true
  // Outside of Electron, V8's own limit applies, and a full heap ends no other thread.
  const limit = megabytes ?? (process.versions['electron'] ? memoryLimits.oldObjects[role] : undefined)
  const worker = new Worker(entry, {
    workerData,
    name: `catalog-desk ${role}`,
    resourceLimits: {
      maxYoungGenerationSizeMb: memoryLimits.youngObjects,
      ...(limit !== undefined && { maxOldGenerationSizeMb: limit }),
    },
  })
  return worker.once('exit', () => returnMemoryWhenIdle({ isSure: true }))
}
