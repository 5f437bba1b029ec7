import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { loadThread, loadThreadsAhead } from './load-thread.ts'

const folder = temporaryDirectory()
function entryOf(name: string, source: string): URL {
  const path = join(folder, name)
  writeFileSync(path, `import { parentPort, threadId, workerData } from 'node:worker_threads'\n${source}`)
  return pathToFileURL(path)
}
const answering = 'parentPort.on("message", () => parentPort.postMessage([threadId, workerData]))'

test('a thread loaded ahead is used once, and only in its role', async () => {
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

test('one that failed ahead is started anew, and its failure is heard then', async () => {
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
