/** What a process under load holds, and what became of it over time. Sizes are bytes unless they say otherwise. */
import { statSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'

/** One JavaScript heap of the process. */
interface HeapReading {
  name: string
  used: number
  /** What the engine holds, used or not. */
  total: number
  /** Held outside the heap by objects in it: buffers most of all. */
  external: number
}
interface MemoryReading {
  /** What the system gave the whole process. */
  rss: number
  /** The main thread's first. */
  heaps: HeapReading[]
  database: number
  /** Of the write-ahead log. */
  log: number
}

/** The workers this process has running; call it before the first is started. */
export function watchWorkers(): () => Worker[] {
  const running = new Set<Worker>()
  process.on('worker', (worker) => {
    running.add(worker)
    worker.once('exit', () => running.delete(worker))
  })
  return () => [...running]
}

/** @param database the path of the database file */
export async function readMemory(workers: readonly Worker[], database: string): Promise<MemoryReading> {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const others = await Promise.all(
    workers.map(async (worker): Promise<HeapReading> => {
      const heap = await worker.getHeapStatistics()
      return {
        name: worker.threadName?.replace('catalog-desk ', '') ?? '',
        used: heap.used_heap_size,
        total: heap.total_heap_size,
        external: heap.external_memory,
      }
    }),
  )
  return {
    rss,
    heaps: [{ name: 'main', used: heapUsed, total: heapTotal, external }, ...others],
    database: sizeOf(database),
    log: sizeOf(`${database}-wal`),
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** A reading with when it was made and how much had been stored by then. */
export interface TimedReading extends MemoryReading {
  /** Since the load began. */
  milliseconds: number
  feeds: number
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)

/** A line for each reading: heaps as used/held+external, all sizes in MB. */
export function memoryTable(readings: readonly TimedReading[]): string[] {
  const names = readings[0]?.heaps.map(({ name }) => name) ?? []
  const heads = ['seconds', 'feeds', 'rss', 'no heap', ...names, 'database', 'wal']
  const rows = readings.map(({ milliseconds, feeds, rss, heaps, database, log }) => {
    const inHeaps = heaps.reduce((sum, { total, external }) => sum + total + external, 0)
    return [
      (milliseconds / 1000).toFixed(0),
      String(feeds),
      megabytes(rss),
      megabytes(rss - inHeaps),
      ...heaps.map(
        ({ used, total, external }) => `${megabytes(used)}/${megabytes(total)}+${megabytes(external)}`,
      ),
      megabytes(database),
      megabytes(log),
    ]
  })
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [heads, ...rows].map((row) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  )
}

/**
 * Megabytes a minute by which memory rose over the last two thirds of the load, by the line of least squares, and that
 * figure's standard error.
 */
export function memorySlope(readings: readonly Pick<TimedReading, 'milliseconds' | 'rss'>[]): {
  slope: number
  error: number
} {
  const points = readings
    .slice(Math.floor(readings.length / 3))
    .map(({ milliseconds, rss }) => ({ x: milliseconds / 60_000, y: rss / 1024 / 1024 }))
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const count = points.length
  const [meanX, meanY] = [sum(points.map(({ x }) => x)) / count, sum(points.map(({ y }) => y)) / count]
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2))
  if (count < 3 || spread === 0) return { slope: Number.NaN, error: Number.NaN }
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread
  const residual = sum(points.map(({ x, y }) => (y - meanY - slope * (x - meanX)) ** 2))
  return { slope, error: Math.sqrt(residual / (count - 2) / spread) }
}
