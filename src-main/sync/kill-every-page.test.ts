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

/**
 * A run of 200 pages in several slices, killed after each page, has the same result as an undisturbed run.
 */
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

/** The counters and outcome of a run. */
const countersOf = (run: object | undefined) =>
  Object.fromEntries(
    Object.entries(run ?? {}).filter(
      ([name]) => name.startsWith('items') || name === 'setAside' || name === 'outcome',
    ),
  )

const pageWrites = new Set(['putPage', 'putLength', 'putLookups'])

/**
 * A storage that behaves as if the program were killed right after its next page is committed: later calls
 * reach the database no more, not even the record of the run's end.
 */
function storageUntilNextPage(storage: Storage): { storage: Storage; isDead: () => boolean } {
  let dead = false
  const killable = <F extends StoreFunctions>(remote: Remote<F>): Remote<F> =>
    new Proxy(remote, {
      get(target, name) {
        const call: unknown = Reflect.get(target, name)
        if (typeof name !== 'string' || typeof call !== 'function') return call
        return async (...args: unknown[]) => {
          if (dead) throw new Error('The program was killed')
          const value: unknown = await call(...args)
          if (pageWrites.has(name)) dead = true
          return value
        }
      },
    })
  return {
    storage: { ...storage, writer: (store) => killable(storage.writer(store)) },
    isDead: () => dead,
  }
}

test('has the same result when killed after every page', { timeout: 60_000 }, async () => {
  await using workspace = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: sandbox.address })
  let starts = 0
  for (let isOver = false; !isOver; starts++) {
    const { storage, isDead } = storageUntilNextPage(workspace.storage)
    const sync = createSync({ ...workspace, storage, upstream, pageSize, sliceSize })
    // One page at a time, so that the program is killed after each.
    if (starts === 0) await oneAtATime(createSync({ ...workspace, upstream }))
    await sync.start()
    await sync.finished().catch(() => {})
    await sync.close()
    isOver = !isDead()
    if (starts > 2 * pages) throw new Error('The run does not end')
  }
  expect(starts).toBeGreaterThan(pages)
  const sync = createSync({ ...workspace, upstream, pageSize, sliceSize })
  const [run, ...others] = (await sync.state()).history
  expect(others).toEqual([])
  expect(countersOf(run)).toEqual(counters)
  await sync.close()
  await upstream.close()
  expect(catalogContents(workspace.storage.path)).toEqual(expected)
})

test('has the same result when killed with SIGKILL at various pages', { timeout: 60_000 }, async () => {
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
