import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Remote, Storage } from '../storage/index.ts'
import type { StoreFunctions } from '../storage/store.ts'
import { catalogContents } from '../testing/catalog-contents.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { runAndKill } from '../testing/killed-program.ts'
import type { TaskToKill } from '../testing/program-to-kill.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/index.ts'
import { createSync, type Sync } from './sync.ts'

/** A run of 200 pages in several slices, killed behind every one of them, ends like one that nobody disturbed. */
const items = 2000
const pageSize = 10
const sliceSize = 600
const pages = items / pageSize
const day = 24 * 60 * 60 * 1000

let sandbox: SandboxService
let service: FaultyUpstream
let undisturbed: TemporaryWorkspace
let expected: ReturnType<typeof catalogContents>
let counters: unknown

beforeAll(async () => {
  sandbox = await startSandboxService()
  // Five days of 400 items each.
  for (let from = 0; from < items; from += 400)
    await sandbox.putItems(from, from + 400, { updatedFrom: Date.now() - 60 * day + (from / 400) * day })
  service = await startFaultyUpstream(sandbox.address)
  undisturbed = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: sandbox.address })
  const sync = createSync({ ...undisturbed, upstream, pageSize, sliceSize })
  await oneAtATime(sync)
  await sync.start()
  const { history } = await sync.finished()
  counters = countersOf(history[0])
  await sync.close()
  await upstream.close()
  expected = catalogContents(undisturbed.storage.path)
}, 60_000)
afterAll(async () => {
  await service.close()
  await undisturbed.close()
  await sandbox.close()
})

const oneAtATime = async (sync: Sync) => sync.setSettings({ ...(await sync.settings()), concurrency: 1 })

/** What a run says it did. */
const countersOf = (run: object | undefined) =>
  Object.fromEntries(
    Object.entries(run ?? {}).filter(
      ([name]) => name.startsWith('items') || name === 'setAside' || name === 'outcome',
    ),
  )

const keepers = new Set(['putPage', 'putLength', 'putLookups'])

/**
 * Storage as a program sees it that is killed right after its next page was committed: nothing it asks for after that
 * reaches the database, neither the note that the run ended nor anything else.
 */
function storageUntilNextPage(storage: Storage): { storage: Storage; isDead: () => boolean } {
  let dead = false
  const mortal = <F extends StoreFunctions>(remote: Remote<F>): Remote<F> =>
    new Proxy(remote, {
      get(target, name) {
        const call: unknown = Reflect.get(target, name)
        if (typeof name !== 'string' || typeof call !== 'function') return call
        return async (...args: unknown[]) => {
          if (dead) throw new Error('The program was killed')
          const value: unknown = await call(...args)
          if (keepers.has(name)) dead = true
          return value
        }
      },
    })
  return {
    storage: { ...storage, writer: (store) => mortal(storage.writer(store)) },
    isDead: () => dead,
  }
}

test('killed behind every page', { timeout: 60_000 }, async () => {
  await using workspace = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: sandbox.address })
  let lives = 0
  for (let isOver = false; !isOver; lives++) {
    const { storage, isDead } = storageUntilNextPage(workspace.storage)
    const sync = createSync({ ...workspace, storage, upstream, pageSize, sliceSize })
    // One page at a time, so that there is a death behind each.
    if (lives === 0) await oneAtATime(createSync({ ...workspace, upstream }))
    await sync.start()
    await sync.finished().catch(() => {})
    await sync.close()
    isOver = !isDead()
    if (lives > 2 * pages) throw new Error('The run does not end')
  }
  expect(lives).toBeGreaterThan(pages)
  const sync = createSync({ ...workspace, upstream, pageSize, sliceSize })
  const [run, ...others] = (await sync.state()).history
  expect(others).toEqual([])
  expect(countersOf(run)).toEqual(counters)
  await sync.close()
  await upstream.close()
  expect(catalogContents(workspace.storage.path)).toEqual(expected)
})

test('killed with SIGKILL at pages all over the run', { timeout: 60_000 }, async () => {
  await using workspace = await openTemporaryWorkspace()
  await workspace.storage.close()
  const task: TaskToKill = {
    does: 'sync',
    directory: workspace.directory,
    address: service.address,
    ...sandbox.credentials,
    pageSize,
    sliceSize,
  }
  const pagesSeen = () => service.calls.filter(({ path }) => path.includes(`limit=${pageSize}`)).length
  for (const moment of [1, 30, 31, 77, 120, 199]) {
    const reached = (async () => {
      while (pagesSeen() < moment) await new Promise((resolve) => setTimeout(resolve, 1))
    })()
    expect((await runAndKill('src-main/testing/program-to-kill.ts', task, reached)).killed).toBe(true)
  }
  const last = await runAndKill('src-main/testing/program-to-kill.ts', task, Number.POSITIVE_INFINITY)
  expect(last.lines).toContain('finished')
  const storage = await workspace.reopen()
  expect(catalogContents(storage.path)).toEqual(expected)
})
