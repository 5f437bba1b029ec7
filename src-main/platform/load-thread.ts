import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { memoryLimits } from './memory/memory-limits.ts'

/** What a storage thread must know when it is loaded. */
export interface LoadedWith {
  role: 'writer' | 'reader' | 'copier' | 'apart'
  /** The most the thread's heap may take, in MB; the engine's own limit when absent. */
  megabytes?: number
  /** The thread is only loaded; a message will tell it the rest. */
  later?: true
}

interface LoadedThread {
  worker: Worker
  entry: string
  role: LoadedWith['role']
}

/** Threads that are loaded and wait to be told what to open. */
const waiting: (LoadedThread & { taken(): void; end(): Promise<void> })[] = []
/** How long a thread that was given back is kept, in milliseconds: where one workspace is closed, another is opened. */
const keptFor = 10_000
/** How many of those are kept: those of two workspaces. */
const maxKept = 4
let isKeeping = false

/**
 * Loads the threads that a workspace starts with, while the program itself is still being loaded. They make no file,
 * and do not keep the process running.
 */
export function loadThreadsAhead(entry: URL): void {
  for (const role of ['writer', 'reader'] as const) {
    const worker = startWorker(entry, { role, later: true })
    keepWaiting({ worker, entry: entry.href, role })
  }
}

/** Keeps threads that are given back, from now on: for a program that opens one workspace after the other. */
export function keepThreads(): void {
  isKeeping = true
}

/**
 * Ends the threads that wait, and keeps no more. A program does so before it ends: to exit while a thread still runs
 * has made Node wait for that thread for ever.
 */
export async function endThreads(): Promise<void> {
  isKeeping = false
  await Promise.all([...waiting].map(({ end }) => end()))
}

/**
 * Takes back a thread that has closed what it had open, and waits to be told what to open next.
 * @returns when the thread is kept, or has ended
 */
export async function giveBackThread(worker: Worker, entry: URL, role: LoadedWith['role']): Promise<void> {
  if (!isKeeping) return endThread(worker)
  if (waiting.length >= maxKept) void waiting[0]?.end()
  keepWaiting({ worker, entry: entry.href, role }, keptFor)
}

/** Ends a thread that waits, by a message, so that it runs to its end. */
export function endThread(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.ref()
  worker.postMessage({ kind: 'close' })
  return ended
}

/** @param maxTime how long the thread is kept, in milliseconds; without a limit when absent */
function keepWaiting({ worker, entry, role }: LoadedThread, maxTime?: number): void {
  // One that fails is forgotten: whoever needs the thread starts it anew, and hears why it fails.
  const forget = (): void => {
    const at = waiting.indexOf(kept)
    if (at >= 0) waiting.splice(at, 1)
  }
  const end = (): Promise<void> => {
    clearTimeout(timer)
    forget()
    return endThread(worker)
  }
  const timer = maxTime === undefined ? undefined : setTimeout(() => void end(), maxTime).unref()
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

/** The loaded thread of a role, or a new one. @returns whether the thread has yet to be told its data */
export function loadThread(entry: URL, data: LoadedWith): { worker: Worker; waits: boolean } {
  // The limit of a thread's heap is set when it starts.
  const found =
    data.megabytes === undefined
      ? waiting.findLastIndex((one) => one.entry === entry.href && one.role === data.role)
      : -1
  const [loaded] = found >= 0 ? waiting.splice(found, 1) : []
  if (!loaded) return { worker: startWorker(entry, data), waits: data.later === true }
  loaded.taken()
  return { worker: loaded.worker, waits: true }
}

/** Without the option there is nothing to take back, and Electron may refuse a flag of V8. */
let areLimitsOwn = !process.execArgv.some((option) => option.startsWith('--max-semi-space-size'))

function startWorker(entry: URL, workerData: LoadedWith): Worker {
  const { role, megabytes } = workerData
  // The option that limits the main thread (desk-process.ts) would take the place of each thread's own limit.
  if (!areLimitsOwn) setFlagsFromString('--max-semi-space-size=0')
  areLimitsOwn = true
  return new Worker(entry, {
    workerData,
    name: `catalog-desk ${role}`,
    resourceLimits: {
      maxYoungGenerationSizeMb: memoryLimits.youngObjects,
      ...(megabytes !== undefined && { maxOldGenerationSizeMb: megabytes }),
    },
  })
}
