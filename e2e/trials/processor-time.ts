import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10

/** Milliseconds of processor time a process has had; where the system does not say, the time that has gone by. */
export function processorTime(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the name of the program, which may hold anything: the 12th and 13th are those of the process itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
  } catch {
    return performance.now()
  }
}
