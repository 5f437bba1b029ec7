import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Small allocations, of which every tenth stays in use, as after a sync. Prints the memory before and after. */
const program = `
  import { setTimeout as delay } from 'node:timers/promises'
  import { returnMemoryWhenIdle } from ${JSON.stringify(new URL('return-memory.ts', import.meta.url).href)}
  const allocations = Array.from({ length: 4000 }, () => Buffer.allocUnsafeSlow(32_000).fill(1))
  globalThis.kept = allocations.filter((_, index) => index % 10 === 0)
  allocations.length = 0
  gc()
  const before = process.memoryUsage.rss()
  returnMemoryWhenIdle()
  await delay(11_000)
  process.stdout.write(JSON.stringify([before, process.memoryUsage.rss(), globalThis.kept.length]))`

// Other systems and C libraries return memory by themselves, or cannot be asked to.
test.runIf(process.platform === 'linux')('returns freed memory to the system', { timeout: 60_000 }, () => {
  const options = ['--expose-gc', '--input-type=module', '-e', program]
  const environment = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(2 ** 20) }
  const printed = execFileSync(process.execPath, options, { encoding: 'utf8', env: environment })
  const [before = 0, after = 0] = JSON.parse(printed) as number[]
  expect(before - after).toBeGreaterThan(80_000_000)
})
