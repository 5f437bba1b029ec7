/** Reads one shape at three sizes with each reader and sends each figure; the parent kills a hung process. */
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
  /** Size of the document in bytes. */
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
  // The first run also compiles the code, whose time must not be counted.
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

/** The number of repetitions of a shape's part for a document of about this size. */
function numberFor(make: (n: number) => Buffer, size: number): number {
  const one = (make(2000).byteLength - make(1000).byteLength) / 1000
  return Math.max(1, Math.round(size / Math.max(one, 0.01)))
}

/** Reads a document; a refusal is as good as a value here. */
function attempt(read: () => unknown): void {
  try {
    read()
  } catch {
    // Errors thrown by a reader are tested by the fuzzer.
  }
}
