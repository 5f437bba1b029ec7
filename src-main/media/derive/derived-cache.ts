import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import PQueue from 'p-queue'
import type { Logger } from '../../platform/log/log.ts'
import { maxConcurrentPictures } from './derive-picture.ts'

interface DerivedSource {
  /** Unique key of the source. */
  key: string
  /** Derives the pictures with these names, in order. */
  make(names: string[]): Promise<Uint8Array[] | undefined>
}

interface DerivedCacheOptions {
  directory: string
  /** Maximum bytes on disk; the least recently used files are evicted. */
  capacity?: number
  /** Number of pictures derived concurrently. */
  concurrency?: number
  log: Logger
}

const megabyte = 1024 * 1024

export type DerivedCache = ReturnType<typeof openDerivedCache>

/**
 * Cache of derived pictures on disk, named by content and recipe. Concurrent requests for the same picture
 * share one result. Every file can be deleted at any time, and is derived again on request.
 */
export function openDerivedCache(options: DerivedCacheOptions) {
  const { directory, capacity = 512 * megabyte, concurrency = maxConcurrentPictures, log } = options
  const queue = new PQueue({ concurrency })
  const running = new Map<string, Promise<Uint8Array | undefined>>()
  /** Size by name, least recently used first. */
  const known = new Map<string, number>()
  let total = 0

  const pathOf = (name: string) => join(directory, name.slice(0, 2), name)
  const scan = async () => {
    const found = await Promise.all(
      (await filesBelow(directory)).map(async (path) => {
        const { size, mtimeMs } = await stat(path)
        return { name: basename(path), size, mtimeMs }
      }),
    )
    for (const { name, size } of found.sort((left, right) => left.mtimeMs - right.mtimeMs)) {
      known.set(name, size)
      total += size
    }
  }
  const ready = scan().catch((error: unknown) => log.warn({ err: error }, 'the picture cache cannot be read'))

  const used = (name: string, size: number): void => {
    total += size - (known.get(name) ?? 0)
    known.delete(name)
    known.set(name, size)
  }
  const evict = async (): Promise<void> => {
    for (const [name, size] of known) {
      if (total <= capacity) return
      known.delete(name)
      total -= size
      await rm(pathOf(name), { force: true })
    }
  }
  const store = async (name: string, bytes: Uint8Array): Promise<void> => {
    const path = pathOf(name)
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, bytes)
    await rename(draft, path)
    used(name, bytes.length)
    await evict()
  }
  /** Requested names by source that are not started yet, with the work that will derive them. */
  const pending = new Map<string, { names: string[]; made: Promise<Map<string, Uint8Array>> }>()
  const makeBatched = async (name: string, { key, make }: DerivedSource): Promise<Uint8Array | undefined> => {
    let waiting = pending.get(key)
    if (waiting) waiting.names.push(name)
    else {
      const names = [name]
      // The queue may start at once; by then the names must be recorded.
      const work = async () => {
        pending.delete(key)
        const pictures = (await make(names)) ?? []
        return new Map(pictures.map((bytes, index): [string, Uint8Array] => [names[index] ?? '', bytes]))
      }
      const made = Promise.resolve().then(() => queue.add(work))
      waiting = { names, made }
      pending.set(key, waiting)
    }
    return (await waiting.made).get(name)
  }
  const find = async (name: string, source: DerivedSource): Promise<Uint8Array | undefined> => {
    await ready
    if (known.has(name)) {
      const bytes = await readFile(pathOf(name)).catch(() => undefined)
      if (bytes) {
        used(name, bytes.length)
        // The modification times of the files keep the order of use across a restart.
        const now = new Date()
        await utimes(pathOf(name), now, now).catch(() => undefined)
        return bytes
      }
      total -= known.get(name) ?? 0
      known.delete(name)
    }
    const bytes = await makeBatched(name, source)
    if (!bytes) return undefined
    await store(name, bytes).catch((error: unknown) =>
      log.warn({ err: error }, 'a made picture could not be kept'),
    )
    return bytes
  }

  return {
    /**
     * Undefined if `make` has no source for the picture.
     * @param name letters, digits, `._-`; the same name always means the same picture
     * @param source what the picture is derived from. Pictures of one source that are requested while it
     * waits are derived together
     */
    get(name: string, source: DerivedSource): Promise<Uint8Array | undefined> {
      const present = running.get(name)
      if (present) return present
      const started = find(name, source).finally(() => running.delete(name))
      running.set(name, started)
      return started
    },
    /** Bytes on disk, and their limit. */
    async usage(): Promise<{ bytes: number; capacity: number }> {
      await ready
      return { bytes: total, capacity }
    },
    async close(): Promise<void> {
      queue.clear()
      await Promise.allSettled([ready, ...running.values()])
    },
  }
}

/** All files below a folder; none if the folder does not exist yet. */
async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return []
    },
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
