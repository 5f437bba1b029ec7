import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10

/** Milliseconds of processor time of a process; elapsed time where the system does not provide it. */
export function processorTime(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the program's name, which may contain any character; fields 12 and 13 are the times of the
    // process itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
  } catch {
    return performance.now()
  }
}
