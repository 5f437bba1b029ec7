/** Reads one shape at three sizes with one reader after the other, and tells each figure; it is killed when it hangs. */
import { once } from 'node:events'
import { document, hostileShapes } from '../../../src-shared/vocabulary/kit/testing/hostile-shapes.ts'
import { Meter } from '../fuzz/measure.ts'
import { growingReaders } from './readers.ts'

export interface GrowthTask {
  shape: string
  readers: string[]
  /** Bytes of the smallest document. */
  size: number
}
export interface GrowthFigure {
  reader: string
  /** Of the document, in bytes. */
  size: number
  milliseconds: number
  bytes: number
}

const [task] = (await once(process, 'message')) as [GrowthTask]
const shape = hostileShapes.find(({ name }) => name === task.shape)
if (!shape) throw new Error(`There is no shape "${task.shape}"`)
for (const reader of task.readers) {
  const growing = growingReaders[reader]
  if (!growing) throw new Error(`There is no reader "${reader}"`)
  const make = (n: number) => Buffer.from(document(growing.document, shape, n))
  const n = numberFor(make, task.size)
  // Code that has not run before takes its time, which is not the document's.
  for (const size of [16, 64]) attempt(() => growing.read(make(size)))
  for (const factor of [1, 2, 4]) {
    const bytes = make(n * factor)
    const meter = new Meter(bytes.byteLength)
    attempt(() => meter.run(reader, () => growing.read(bytes)))
    const [cost] = meter.costs
    const figure: GrowthFigure = {
      reader,
      size: bytes.byteLength,
      milliseconds: cost?.milliseconds ?? 0,
      bytes: cost?.bytes ?? 0,
    }
    process.send?.(figure)
  }
}
process.disconnect()

/** How many of what a shape repeats make a document of about that size. */
function numberFor(make: (n: number) => Buffer, size: number): number {
  const one = (make(2000).byteLength - make(1000).byteLength) / 1000
  return Math.max(1, Math.round(size / Math.max(one, 0.01)))
}

/** That a reader refuses is as good an answer as any. */
function attempt(read: () => unknown): void {
  try {
    read()
  } catch {
    // What it throws is the fuzzer's concern.
  }
}
