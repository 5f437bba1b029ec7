import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '../../platform/log/log.ts'

interface FileCacheOptions {
  directory: string
  /** Maximum bytes on disk. While more are in use at the same time, there are more. */
  capacity: number
  log: Logger
}

/** Files on this computer, named by their content. The least recently used ones are removed above the capacity. */
export function openFileCache({ directory, capacity, log }: FileCacheOptions) {
  /** Size by name, least recently used first. */
  const known = new Map<string, number>()
  /** How many callers use a file, by name. */
  const held = new Map<string, number>()
  let total = 0

  const pathOf = (name: string): string => join(directory, name.slice(0, 2), name)
  const scan = async (): Promise<void> => {
    const found: { name: string; bytes: number; usedAt: number }[] = []
    for (const folder of await readdir(directory).catch(() => []))
      for (const name of await readdir(join(directory, folder)).catch(() => [])) {
        const path = join(directory, folder, name)
        // A download that did not end before the program was killed.
        if (!/^[0-9a-f]{64}$/.test(name)) await rm(path, { force: true })
        else {
          const facts = await stat(path).catch(() => undefined)
          if (facts) found.push({ name, bytes: facts.size, usedAt: facts.mtimeMs })
        }
      }
    for (const { name, bytes } of found.toSorted((one, other) => one.usedAt - other.usedAt)) note(name, bytes)
    await evict()
  }
  const note = (name: string, bytes: number): void => {
    total += bytes - (known.get(name) ?? 0)
    known.delete(name)
    known.set(name, bytes)
  }
  const forget = async (name: string): Promise<void> => {
    total -= known.get(name) ?? 0
    known.delete(name)
    await rm(pathOf(name), { force: true })
  }
  const evict = async (): Promise<void> => {
    for (const name of known.keys()) {
      if (total <= capacity) return
      if (!held.has(name)) await forget(name)
    }
  }
  const ready = scan().catch((error: unknown) =>
    log.warn({ err: error }, 'the cache of pictures cannot be read'),
  )

  return {
    /** Runs `work` with the path of a file, which need not exist, and does not remove the file meanwhile. */
    async hold<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
      await ready
      held.set(name, (held.get(name) ?? 0) + 1)
      try {
        const path = pathOf(name)
        if (known.has(name)) {
          note(name, known.get(name) ?? 0)
          // The modification times keep the order of use across a restart.
          const now = new Date()
          await utimes(path, now, now).catch(() => undefined)
        }
        return await work(path)
      } finally {
        const rest = (held.get(name) ?? 1) - 1
        if (rest > 0) held.set(name, rest)
        else held.delete(name)
        await evict()
      }
    },
    /** Moves a complete file into the cache. */
    async put(name: string, from: string): Promise<void> {
      await ready
      const { size } = await stat(from)
      await mkdir(dirname(pathOf(name)), { recursive: true })
      await rename(from, pathOf(name))
      note(name, size)
      await evict()
    },
    forget,
    async close(): Promise<void> {
      await ready
    },
  }
}
