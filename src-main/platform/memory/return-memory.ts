import { openIdleCollector } from './idle-collector.ts'

/** Milliseconds without much work before memory is returned: the threads collect their garbage earlier. */
const after = 10_000

/**
 * Returns the free memory of glibc's allocator to the system when the program is idle. glibc keeps what is freed
 * between allocations that are still in use: after a sync, a quarter of the program's memory.
 */
const freeMemory = openIdleCollector({
  after,
  used: process.memoryUsage.rss,
  collect: () => trim?.(0),
})

/** Only glibc has this function; Electron has an allocator of its own. Loaded after the first work. */
let trim: ((pad: number) => number) | undefined
let isLoaded = process.platform !== 'linux' || process.versions['electron'] !== undefined

/**
 * Call it when memory may have been freed. Main thread only.
 * @param isSure memory was freed: a thread has ended
 */
export function returnMemoryWhenIdle({ isSure = false } = {}): void {
  freeMemory.worked(isSure)
  if (isLoaded) return
  isLoaded = true
  void loadTrim().then(
    (loaded) => {
      trim = loaded
    },
    // Another C library, or no package for this processor: the memory stays with the program.
    () => undefined,
  )
}

async function loadTrim(): Promise<(pad: number) => number> {
  const { default: koffi } = await import('koffi')
  return koffi.load('libc.so.6').func('int malloc_trim(size_t pad)')
}
