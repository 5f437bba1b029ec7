/** What the system knows of a process. Linux alone tells; elsewhere the answers are undefined, and nothing is waited for. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { maxIdle } from '../../src-main/storage/threads/reader-pool.ts'

const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Seconds of processor time of all its threads so far. The system counts in hundredths. */
export function processorSeconds(pid: number): number | undefined {
  const fields = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / 100
}

const kilobytes = (pid: number, name: string): number | undefined => {
  const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`) ?? '')
  return found ? Number(found[1]) / 1e3 : undefined
}
/** Megabytes it holds now, and at most since `forgetPeak`. */
export const memoryOf = (pid: number) => ({
  now: kilobytes(pid, 'VmRSS') ?? Number.NaN,
  peak: kilobytes(pid, 'VmHWM') ?? Number.NaN,
})
export function forgetPeak(pid: number): void {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Waits until it has done almost nothing for two seconds, half a minute at most. */
export async function untilIdle(pid: number): Promise<void> {
  let quiet = 0
  for (let half = 0; half < 60 && quiet < 4; half++) {
    const before = processorSeconds(pid) ?? 0
    await delay(500)
    quiet = (processorSeconds(pid) ?? 0) - before <= 0.03 ? quiet + 1 : 0
  }
}

/**
 * Megabytes that a program of ours holds in the background: nobody has asked anything for two minutes, so that the threads
 * that read have ended.
 */
export async function memoryInBackground(pid: number): Promise<number> {
  await untilIdle(pid)
  await delay(maxIdle + 10_000)
  return memoryOf(pid).now
}

/** The first core is the server's in a measurement, the second its clients'. */
export const cores = availableParallelism() > 1 ? { server: '0', client: '1' } : { server: '0', client: '0' }

/** Binds a process with all its threads to a core, where the system can. */
export const pin = (pid: number, core: string): void =>
  void spawnSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' })
