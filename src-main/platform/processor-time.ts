import { readFileSync } from 'node:fs'

/** Clock ticks of a second in `/proc`, the same on all systems that Node runs on. */
const ticksPerSecond = 100

/**
 * Processor time of all threads of a process so far, in milliseconds, with a resolution of 10 ms. Undefined if the
 * process has ended, and on systems other than Linux.
 */
export function processorTime(pid: number): number | undefined {
  try {
    // The name of the program stands in brackets and may itself have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return fields && ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return undefined
  }
}
