import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { memoryLimits } from './memory-limits.ts'

/** What a storage thread must know when it is loaded. */
export interface LoadedWith {
  role: 'writer' | 'reader' | 'copier' | 'apart'
  /** The most the thread's heap may take, in MB; the engine's own limit when absent. */
  megabytes?: number
  /** The thread is only loaded; a message will tell it the rest. */
  later?: true
}

/** Threads loaded ahead, which wait to be told what to open. */
const ahead: { worker: Worker; entry: string; role: LoadedWith['role'] }[] = []

/**
 * Loads the threads that a workspace starts with, while the program itself is still being loaded. They make no file,
 * and do not keep the process running.
 */
export function loadThreadsAhead(entry: URL): void {
  for (const role of ['writer', 'reader'] as const) {
    const worker = startWorker(entry, { role, later: true })
    const loaded = { worker, entry: entry.href, role }
    // One that fails is forgotten: whoever needs the thread starts it anew, and hears why it fails.
    worker.on('error', () => {
      if (ahead.includes(loaded)) ahead.splice(ahead.indexOf(loaded), 1)
    })
    worker.unref()
    ahead.push(loaded)
  }
}

/** The loaded thread of a role, or a new one. @returns whether the thread has yet to be told its data */
export function loadThread(entry: URL, data: LoadedWith): { worker: Worker; waits: boolean } {
  const found = ahead.findIndex((one) => one.entry === entry.href && one.role === data.role)
  const [loaded] = found >= 0 ? ahead.splice(found, 1) : []
  if (!loaded) return { worker: startWorker(entry, data), waits: data.later === true }
  loaded.worker.ref()
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
