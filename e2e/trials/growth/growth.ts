/** Measures how time and memory grow with the document, for every construct of XML and every reader. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { hostileShapes } from '../../../src-shared/vocabulary/kit/testing/hostile-shapes.ts'
import { goal } from '../fuzz/finding.ts'
import { processorTime } from '../processor-time.ts'
import type { GrowthFigure, GrowthTask } from './growth-program.ts'
import { growingReaders } from './readers.ts'

export interface Growth {
  shape: string
  reader: string
  /** The figures at n, 2n and 4n; fewer if the reader hung or ran out of memory. */
  figures: { size: number; milliseconds: number; megabytes: number }[]
  /** Exponent of the time's growth: 1 is linear, 2 is quadratic. Absent if the times are too short. */
  exponent?: number
  /** The defect of the reader, if any. */
  trouble?: string
}

/** Shorter times, in milliseconds, depend more on the machine than on the reader. */
const minMeasurable = 40
const maxExponent = 1.5
/** Milliseconds of processor time without a figure after which a reader counts as hung. */
const patience = 20_000

interface GrowthOptions {
  /** Bytes of the smallest document. */
  size: number
  shapes?: string[] | undefined
  say?: (growth: Growth) => void
}

export async function measureGrowth({
  size,
  shapes,
  say = () => undefined,
}: GrowthOptions): Promise<Growth[]> {
  const all: Growth[] = []
  for (const { name } of hostileShapes) {
    if (shapes && !shapes.some((wanted) => name.includes(wanted))) continue
    let left = Object.keys(growingReaders)
    while (left.length > 0) {
      const { figures, hung } = await run({ shape: name, readers: left, size })
      const done = hung === undefined ? left : left.slice(0, left.indexOf(hung) + 1)
      for (const reader of done) {
        const growth = judge(
          name,
          reader,
          figures.filter((figure) => figure.reader === reader),
          reader === hung,
        )
        all.push(growth)
        say(growth)
      }
      left = left.slice(done.length)
    }
  }
  return all
}

/** @returns the figures, and the reader at which the process hung or ended */
async function run(task: GrowthTask): Promise<{ figures: GrowthFigure[]; hung?: string }> {
  const child = fork(new URL('growth-program.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=2000'],
  })
  const figures: GrowthFigure[] = []
  let last = 0
  child.on('message', (figure) => {
    figures.push(figure as GrowthFigure)
    last = processorTime(child.pid)
  })
  const ended = once(child, 'exit')
  child.send(task)
  while (!(await Promise.race([ended, delay(100)])))
    if (processorTime(child.pid) - last > patience) child.kill('SIGKILL')
  const expected = task.readers.find(
    (reader) => figures.filter((figure) => figure.reader === reader).length < 3,
  )
  return { figures, ...(expected !== undefined && { hung: expected }) }
}

/** Judges whether the figures grow faster than their documents. */
export function judge(shape: string, reader: string, measured: GrowthFigure[], hung: boolean): Growth {
  const figures = measured.map(({ size, milliseconds, bytes }) => ({
    size,
    milliseconds: Math.round(milliseconds * 10) / 10,
    megabytes: Math.round(bytes / 1e5) / 10,
  }))
  const growth: Growth = { shape, reader, figures }
  const [first, , last] = figures
  if (hung || !first || !last) return { ...growth, trouble: 'it hung or ran out of memory' }
  // The exponent is the average of both steps, because a garbage collection may fall into either.
  const exponent = Math.log2(last.milliseconds / Math.max(first.milliseconds, 0.1)) / 2
  if (last.milliseconds >= minMeasurable) growth.exponent = Math.round(exponent * 100) / 100
  const slow = figures.some(({ milliseconds }) => milliseconds > goal.milliseconds)
  const large = figures.some(({ megabytes }) => megabytes * 1e6 > goal.bytes)
  if ((growth.exponent ?? 0) > maxExponent)
    growth.trouble = `its time grows with the power ${growth.exponent}`
  else if (slow) growth.trouble = 'it takes more than a second'
  else if (large) growth.trouble = 'it takes more than 100 MB over the document'
  return growth
}
