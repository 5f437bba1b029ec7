/**
 * Process information of the operating system. Only Linux provides it; elsewhere the results are undefined or
 * NaN, and nothing waits.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { processorTime } from '../../src-main/platform/processor-time.ts'
import { maxIdle } from '../../src-main/storage/threads/reader-pool.ts'

const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Processor time of all threads so far, in seconds (resolution 0.01 s). */
export function processorSeconds(pid: number): number | undefined {
  const milliseconds = processorTime(pid)
  return milliseconds === undefined ? undefined : milliseconds / 1000
}

const kilobytes = (pid: number, name: string): number | undefined => {
  const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`) ?? '')
  return found ? Number(found[1]) / 1e3 : undefined
}
/** Resident memory in megabytes: now, and the peak since `forgetPeak`. */
export const memoryOf = (pid: number) => ({
  now: kilobytes(pid, 'VmRSS') ?? Number.NaN,
  peak: kilobytes(pid, 'VmHWM') ?? Number.NaN,
})
export function forgetPeak(pid: number): void {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Waits until the process has been almost idle for two seconds; at most 30 s. */
export async function untilIdle(pid: number): Promise<void> {
  let quiet = 0
  for (let half = 0; half < 60 && quiet < 4; half++) {
    const before = processorSeconds(pid) ?? 0
    await delay(500)
    quiet = (processorSeconds(pid) ?? 0) - before <= 0.03 ? quiet + 1 : 0
  }
}

/**
 * Memory of our program in the background, in megabytes: after three minutes without a request. By then the work
 * that follows a sync is done, the reader threads have ended, and their memory was returned.
 */
export async function memoryInBackground(pid: number): Promise<number> {
  await untilIdle(pid)
  await delay(maxIdle + 60_000)
  return memoryOf(pid).now
}

/** In a measurement the server runs on the first core, its clients on the second. */
export const cores = availableParallelism() > 1 ? { server: '0', client: '1' } : { server: '0', client: '0' }

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)

/**
 * Binds a process with all its threads, and the processes that it has started, to a core, where the system
 * supports it.
 */
export function pin(pid: number, core: string): void {
  for (const one of [pid, ...childrenOf(pid)])
    spawnSync('taskset', ['-a', '-c', '-p', core, String(one)], { stdio: 'ignore' })
}
