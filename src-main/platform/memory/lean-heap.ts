import { type HeapInfo, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from '../log/log.ts'

/**
 * Options of V8 that work after its start too. Old objects are collected after the heap has grown by a fifth;
 * by default V8 would let a working thread's heap grow to more than twice its live size. `--expose-gc` lets
 * idle threads collect garbage (idle-collector.ts). The limit of young objects is missing, because every
 * thread sets its own.
 */
export const leanHeapOptions = ['--heap-growing-percent=20', '--expose-gc'] as const

/**
 * Keeps the heaps of this process small if its command line could not: Electron passes neither NODE_OPTIONS
 * nor its own arguments to V8. Call it before the first thread is started; options set later would be read by
 * all threads while they run.
 */
export function keepHeapsLean(): void {
  for (const option of leanHeapOptions) setFlagsFromString(option)
  // Only contexts created from now on have the function, such as those of all threads.
  globalThis.gc ??= runInNewContext('globalThis.gc') as NodeJS.GCFunction | undefined
}

/** Logs the heap of a thread, once at its start: whether its limit is the one that it was given. */
export const logHeap = (
  log: Pick<Logger, 'debug'> | undefined,
  thread: { role: string; store?: string },
  heap: HeapInfo,
): void => log?.debug({ ...thread, heap }, 'the heap of a thread')
