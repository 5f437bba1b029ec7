/** What remains usable when the storage or the background work of a workspace fails. */
import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import type { ServicesConfig } from './app.ts'
import type { Desk } from './desk.ts'
import { createTestDesk } from './fixtures/test-desk.ts'
import { createWorkspaces } from './workspaces.ts'

let home: string
const desks: Desk[] = []

function openDesk(more: Partial<ServicesConfig> = {}): Desk {
  const desk = createTestDesk(home, more)
  desks.push(desk)
  return desk
}

beforeEach(() => {
  home = temporaryDirectory()
})
afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.close()))
  rmSync(home, { recursive: true, force: true })
})

describe('a workspace whose storage fails', () => {
  const workers: Worker[] = []
  const note = (worker: Worker): void => void workers.push(worker)
  beforeEach(() => void process.on('worker', note))
  afterEach(() => void process.off('worker', note))
  const endThreads = (): Promise<unknown> =>
    Promise.all(workers.splice(0).map((worker) => worker.terminate()))

  test('is opened again once, and then closed with an explanation', async () => {
    const desk = openDesk()
    await createWorkspaces(desk).create({ name: 'North' })
    const { services } = desk.required()
    const { directory } = services
    await endThreads()
    await expect.poll(() => desk.current()?.services !== services && desk.current() !== undefined).toBe(true)
    await desk.settled()
    await desk.required().services.workspace.startSandbox({ sample: false })
    await endThreads()
    await expect
      .poll(() => desk.trouble(), { timeout: 60_000 })
      .toMatchObject({
        directory,
        code: 'STORAGE_FAILED',
        message: expect.stringMatching(/stopped twice\. What was saved is on disk\. Cause: ./),
      })
    expect(desk.current()).toBeUndefined()
    await desk.open(directory)
    expect((await desk.required().services.workspace.state()).role).toBe('sandbox')
  })
})

describe('safe mode', () => {
  test('syncs, sends and serves nothing, and refuses to start that', async () => {
    const before = openDesk()
    await createWorkspaces(before).create({ name: 'North' })
    const { services } = before.required()
    await services.workspace.startSample()
    await services.localApi.set({ running: true })
    await before.close()

    const desk = openDesk({ safeMode: true })
    await desk.open(services.directory)
    const safe = desk.required().services
    await safe.localApi.resume()
    expect(safe.localApi.state()).toMatchObject({ running: false })
    expect((await safe.sampleService.state())?.running).toBe(false)
    const refusal = { code: 'SAFE_MODE', message: expect.stringContaining('runs in safe mode') }
    await expect(safe.sync().start()).rejects.toMatchObject(refusal)
    await expect(safe.sync().resume()).rejects.toMatchObject(refusal)
    await expect(safe.localApi.set({ running: true })).rejects.toMatchObject(refusal)
    expect((await safe.syncState()).current).toBeUndefined()
    expect((await safe.outbox().overview()).reachedAt).toBeUndefined()
    await safe.localApi.set({ scheme: 'https' })
    expect(safe.localApi.state()).toMatchObject({ running: false })
  }, 60_000)
})
