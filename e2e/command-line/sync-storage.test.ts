import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogContents } from '../../src-main/testing/catalog-contents.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../../src-main/testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../../src-main/testing/sandbox-service.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../src-main/testing/small-disk.ts'
import { checkWorkspace } from '../support/check-workspace.ts'
import { desk, deskFails, type RunningDesk, startDesk } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

/** The place the copy is kept in fails in the middle of a sync. */
const mountable = canMountDisks()
if (!mountable)
  console.warn(
    'Skipped: a sync on a full or read-only disk. This user may not mount a file system (root may).',
  )

const items = 400
const patience = { timeout: 120_000 }
const folder = mkdtempSync(join(tmpdir(), 'desk-sync-storage-'))
let sandbox: SandboxService
let service: FaultyUpstream
let disk: SmallDisk
let running: RunningDesk | undefined
let data: string
/** What an uninterrupted sync brings. */
let whole: ReturnType<typeof catalogContents>

const connect = (directory: string, address: string) => {
  const { username, password } = sandbox.credentials
  return desk('connect', address, '--username', username, '--password', password, '--data', directory)
}

describe.runIf(mountable)('in the middle of a sync', () => {
  beforeAll(async () => {
    sandbox = await startSandboxService()
    await sandbox.putItems(1, items + 1)
    const uninterrupted = join(folder, 'uninterrupted')
    await connect(uninterrupted, sandbox.address)
    await desk('sync', '--data', uninterrupted)
    whole = catalogContents(join(uninterrupted, 'catalog.db'))
    // From now on few items at a time, and slowly.
    sandbox.conditions.latency = 40
    service = await startFaultyUpstream(sandbox.address)
    service.fail(
      { kind: 'other-call', path: (path) => path.replace(/limit=\d+/, 'limit=10') },
      { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY },
    )
  }, 60_000)
  beforeEach(async () => {
    disk = mountSmallDisk(24)
    data = join(disk.directory, 'copy')
    await connect(data, service.address)
  }, 60_000)
  afterEach(async () => {
    await running?.stop('SIGKILL')
    running = undefined
    disk.remove()
  })
  afterAll(async () => {
    await service.close()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The app on the small disk, its sync part done. */
  async function partDone() {
    running = await startDesk('--data', data)
    const calls = await callsOf(running.ui)
    await calls.sync.start({})
    await expect
      .poll(async () => (await calls.sync.state()).current?.itemsDone ?? 0, { timeout: 30_000 })
      .toBeGreaterThan(60)
    return calls
  }

  test(
    'the disk is full: the cause is on the screen and on standard error; with room again it goes on to the same end',
    patience,
    async () => {
      const calls = await partDone()
      disk.fill()
      await expect
        .poll(async () => (await calls.sync.state()).history[0], { timeout: 30_000 })
        .toMatchObject({
          outcome: 'failed',
          failure: 'storage',
          note: expect.stringMatching(/disk is full.*kept.*continues/i),
        })
      const { code, stderr } = await deskFails('sync', '--data', data)
      expect(code).toBeGreaterThan(0)
      expect(stderr).toMatch(/disk is full/i)
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
      // What has come can be read all the while.
      const kept = await calls.catalog.search({ offset: 0, limit: 1 })
      expect(kept.total).toBeGreaterThan(60)

      disk.free()
      const asked = service.calls.length
      await calls.sync.start({})
      await expect
        .poll(async () => (await calls.sync.state()).history[0], { timeout: 60_000 })
        .toMatchObject({ outcome: 'completed', itemsDone: items })
      expect((await calls.sync.state()).history).toHaveLength(1)
      expect(service.calls.length - asked).toBeLessThan(items / 10)
      expect(await checkWorkspace(calls)).toMatchObject({ state: 'completed', findings: [] })
      await running?.stop()
      expect(catalogContents(join(data, 'catalog.db'))).toEqual(whole)
    },
  )

  test(
    'the disk can only be read: a sync says so and asks for nothing; when it can be written it goes on to the same end',
    patience,
    async () => {
      await partDone()
      await running?.stop('SIGKILL')
      disk.setReadOnly(true)
      const asked = service.calls.length
      const { code, stderr } = await deskFails('sync', '--data', data)
      expect(code).toBeGreaterThan(0)
      expect(stderr).toMatch(/only be read|written/i)
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
      expect(service.calls).toHaveLength(asked)
      disk.setReadOnly(false)
      expect(JSON.parse(await desk('sync', '--json', '--data', data))).toMatchObject({
        outcome: 'completed',
        itemsDone: items,
      })
      expect(catalogContents(join(data, 'catalog.db'))).toEqual(whole)
    },
  )
})
