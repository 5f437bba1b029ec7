import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import PQueue from 'p-queue'
import type { Logger } from '../../platform/log/log.ts'
import { madeAtOnce } from './derive-picture.ts'

interface DerivedSource {
  /** Tells sources apart. */
  key: string
  /** Makes the pictures of these names, in order. */
  make(names: string[]): Promise<Uint8Array[] | undefined>
}

interface DerivedCacheOptions {
  directory: string
  /** Bytes on disk; the least recently used files go first. */
  capacity?: number
  /** Pictures worked on at once. */
  concurrency?: number
  log: Logger
}

const megabyte = 1024 * 1024

export type DerivedCache = ReturnType<typeof openDerivedCache>

/**
 * Derived pictures on disk, under names of content and recipe. A picture that is asked for twice at a time is made once.
 * Every file can be deleted at any time, and is made again when asked for.
 */
export function openDerivedCache(options: DerivedCacheOptions) {
  const { directory, capacity = 512 * megabyte, concurrency = madeAtOnce, log } = options
  const queue = new PQueue({ concurrency })
  const running = new Map<string, Promise<Uint8Array | undefined>>()
  /** Size by name, the least recently used first. */
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
  /** What is asked of each source and not yet begun, with the work that will make it. */
  const asked = new Map<string, { names: string[]; made: Promise<Map<string, Uint8Array>> }>()
  const makeTogether = async (
    name: string,
    { key, make }: DerivedSource,
  ): Promise<Uint8Array | undefined> => {
    let waiting = asked.get(key)
    if (waiting) waiting.names.push(name)
    else {
      const names = [name]
      // The queue may begin at once; by then the names must be known as asked.
      const work = async () => {
        asked.delete(key)
        const pictures = (await make(names)) ?? []
        return new Map(pictures.map((bytes, index): [string, Uint8Array] => [names[index] ?? '', bytes]))
      }
      const made = Promise.resolve().then(() => queue.add(work))
      waiting = { names, made }
      asked.set(key, waiting)
    }
    return (await waiting.made).get(name)
  }
  const find = async (name: string, source: DerivedSource): Promise<Uint8Array | undefined> => {
    await ready
    if (known.has(name)) {
      const bytes = await readFile(pathOf(name)).catch(() => undefined)
      if (bytes) {
        used(name, bytes.length)
        // The times of the files keep the order of use over a restart.
        const now = new Date()
        await utimes(pathOf(name), now, now).catch(() => undefined)
        return bytes
      }
      total -= known.get(name) ?? 0
      known.delete(name)
    }
    const bytes = await makeTogether(name, source)
    if (!bytes) return undefined
    await store(name, bytes).catch((error: unknown) =>
      log.warn({ err: error }, 'a made picture could not be kept'),
    )
    return bytes
  }

  return {
    /**
     * Undefined when `make` has nothing to make the picture from.
     * @param name letters, digits, `._-`; the same name always means the same picture
     * @param source what the picture is made from: what is asked of one source, while it waits for its turn, is made
     * together
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

/** Every file below a folder; none when there is no folder yet. */
async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return []
    },
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
