import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { endThreads, keepThreads, loadThread, loadThreadsAhead, returnThread } from './load-thread.ts'
import { memoryLimits } from './memory/memory-limits.ts'

const folder = temporaryDirectory()
function entryOf(name: string, source: string): URL {
  const path = join(folder, name)
  writeFileSync(path, `import { parentPort, threadId, workerData } from 'node:worker_threads'\n${source}`)
  return pathToFileURL(path)
}
const answering = 'parentPort.on("message", () => parentPort.postMessage([threadId, workerData]))'

test('uses a preloaded thread once, and only in its role', async () => {
  const entry = entryOf('answering.mjs', answering)
  loadThreadsAhead(entry)
  const taken = [
    loadThread(entry, { role: 'reader' }),
    loadThread(entry, { role: 'reader' }),
    loadThread(entry, { role: 'apart' }),
  ]
  expect(taken.map(({ waits }) => waits)).toEqual([true, false, false])
  const answers = await Promise.all(
    taken.map(async ({ worker }) => {
      worker.postMessage('who')
      const [answer] = await once(worker, 'message')
      await worker.terminate()
      return answer
    }),
  )
  expect(answers.map(([, data]) => data)).toEqual([
    { role: 'reader', later: true },
    { role: 'reader' },
    { role: 'apart' },
  ])
  expect(new Set(answers.map(([id]) => id)).size).toBe(3)
  await loadThread(entry, { role: 'writer' }).worker.terminate()
})

test('ends a returned thread, or keeps and reuses it after keepThreads unless the heap limit differs', async () => {
  const entry = entryOf('again.mjs', 'parentPort.once("message", () => undefined)')
  const ending = loadThread(entry, { role: 'reader' }).worker
  let hasEnded = false
  ending.once('exit', () => {
    hasEnded = true
  })
  await endThreads()
  await returnThread(ending, entry, 'reader')
  expect(hasEnded).toBe(true)

  keepThreads()
  const { worker } = loadThread(entry, { role: 'reader' })
  expect(worker).not.toBe(ending)
  await returnThread(worker, entry, 'reader')
  const limited = loadThread(entry, { role: 'reader', megabytes: 50 })
  expect(limited.waits).toBe(false)
  const again = loadThread(entry, { role: 'reader' })
  expect([again.worker === worker, again.waits]).toEqual([true, true])
  await returnThread(worker, entry, 'reader')
  await Promise.all([endThreads(), limited.worker.terminate()])
  expect(loadThread(entry, { role: 'reader' }).waits).toBe(false)
})

test('does not reuse a thread that ended while idle', async () => {
  const entry = entryOf('ending.mjs', 'parentPort.on("message", () => process.exit())')
  keepThreads()
  const { worker } = loadThread(entry, { role: 'reader' })
  await returnThread(worker, entry, 'reader')
  worker.postMessage('end')
  await once(worker, 'exit')
  const next = loadThread(entry, { role: 'reader' })
  expect(next.waits).toBe(false)
  await next.worker.terminate()
})

test('limits the heap of a thread under Electron by its role, unless it has a limit of its own', async () => {
  const entry = entryOf(
    'limit.mjs',
    `import { getHeapStatistics } from 'node:v8'
    parentPort.postMessage(Math.round(getHeapStatistics().heap_size_limit / 2 ** 20))`,
  )
  const limitOf = async (role: 'reader' | 'apart', megabytes?: number): Promise<number> => {
    const { worker } = loadThread(entry, { role, ...(megabytes && { megabytes }) })
    const [limit] = await once(worker, 'message')
    return limit
  }
  // V8 adds the space of young objects.
  const young = (await limitOf('apart', 100)) - 100
  const usual = await limitOf('reader')
  Object.defineProperty(process.versions, 'electron', { value: '45.0.0', configurable: true })
  try {
    expect(await limitOf('reader')).toBe(memoryLimits.oldObjects.reader + young)
    expect(await limitOf('apart', 200)).toBe(200 + young)
    expect(usual).not.toBe(await limitOf('reader'))
  } finally {
    Reflect.deleteProperty(process.versions, 'electron')
  }
})

test('restarts a thread that failed while preloading and reports its error', async () => {
  const entry = entryOf('failing.mjs', 'throw new Error("no thread")')
  loadThreadsAhead(entry)
  await expect
    .poll(async () => {
      const { worker, waits } = loadThread(entry, { role: 'writer' })
      const [error] = await once(worker, 'error')
      return [waits, error.message]
    })
    .toEqual([false, 'no thread'])
})

test("limits young objects per thread, regardless of the program's option", () => {
  const program = entryOf(
    'program.mjs',
    `
    import { loadThread } from ${JSON.stringify(new URL('load-thread.ts', import.meta.url).href)}
    const { worker } = loadThread(new URL(process.argv[2]), { role: 'apart' })
    worker.on('message', (megabytes) => process.stdout.write(String(megabytes)))`,
  )
  const entry = entryOf(
    'young.mjs',
    `import { getHeapSpaceStatistics } from 'node:v8'
    const kept = []
    for (let index = 0; index < 3e6; index++) kept[index % 1e5] = { index, list: [index] }
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    parentPort.postMessage(Math.round(space_size / 2 ** 20))`,
  )
  const output = execFileSync(
    process.execPath,
    ['--max-semi-space-size=8', fileURLToPath(program), entry.href],
    { encoding: 'utf8' },
  )
  // Both semi-spaces; the rest of the limit is for large young objects.
  expect(Number(output)).toBeLessThanOrEqual((memoryLimits.youngObjects * 2) / 3)
  expect(Number(output)).toBeGreaterThan(0)
})
