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

/** The disk with the copy fails during a sync. */
const mountable = canMountDisks()
if (!mountable)
  console.warn(
    'Skipped: a sync on a full or read-only disk. This user may not mount a file system (root may).',
  )

const items = 400
const withTimeout = { timeout: 240_000 }
const folder = mkdtempSync(join(tmpdir(), 'desk-sync-storage-'))
let sandbox: SandboxService
let service: FaultyUpstream
let disk: SmallDisk
let running: RunningDesk | undefined
let data: string
/** The catalog after an uninterrupted sync. */
let complete: ReturnType<typeof catalogContents>

const connect = (directory: string, address: string) => {
  const { username, password } = sandbox.credentials
  return desk('connect', address, '--username', username, '--password', password, '--data', directory)
}

describe.runIf(mountable)('during a sync', () => {
  beforeAll(async () => {
    sandbox = await startSandboxService()
    await sandbox.putItems(1, items + 1)
    const uninterrupted = join(folder, 'uninterrupted')
    await connect(uninterrupted, sandbox.address)
    await desk('sync', '--data', uninterrupted)
    complete = catalogContents(join(uninterrupted, 'catalog.db'))
    // From here on, answers are small and slow.
    sandbox.conditions.latency = 40
    service = await startFaultyUpstream(sandbox.address)
    service.fail(
      { kind: 'other-call', path: (path) => path.replace(/limit=\d+/, 'limit=10') },
      { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY },
    )
  })
  beforeEach(async () => {
    disk = mountSmallDisk(24)
    data = join(disk.directory, 'copy')
    await connect(data, service.address)
  })
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

  /** Starts the app on the small disk and waits until its sync is partly done. */
  async function startPartialSync() {
    running = await startDesk('--data', data)
    const calls = await callsOf(running.ui)
    await calls.sync.start({})
    await expect
      .poll(async () => (await calls.sync.state()).current?.itemsDone ?? 0, { timeout: 30_000 })
      .toBeGreaterThan(60)
    return calls
  }

  test(
    'a full disk is reported on the page and on standard error; the sync completes once there is space',
    withTimeout,
    async () => {
      const calls = await startPartialSync()
      disk.fill()
      await expect
        .poll(async () => (await calls.sync.state()).history[0], { timeout: 30_000 })
        .toMatchObject({
          outcome: 'failed',
          failure: 'storage',
          note: expect.stringMatching(/disk is full.*saved.*continues/i),
        })
      const { code, stderr } = await deskFails('sync', '--data', data)
      expect(code).toBeGreaterThan(0)
      expect(stderr).toMatch(/disk is full/i)
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
      // Received items stay readable during the failure.
      const kept = await calls.catalog.search({ offset: 0, limit: 1 })
      expect(kept.total).toBeGreaterThan(60)

      disk.free()
      const callsBefore = service.calls.length
      await calls.sync.start({})
      await expect
        .poll(async () => (await calls.sync.state()).history[0], { timeout: 60_000 })
        .toMatchObject({ outcome: 'completed', itemsDone: items })
      expect((await calls.sync.state()).history).toHaveLength(1)
      expect(service.calls.length - callsBefore).toBeLessThan(items / 10)
      expect(await checkWorkspace(calls)).toMatchObject({ state: 'completed', findings: [] })
      await running?.stop()
      expect(catalogContents(join(data, 'catalog.db'))).toEqual(complete)
    },
  )

  test(
    'a read-only disk is reported without a request; the sync completes once the disk is writable',
    withTimeout,
    async () => {
      await startPartialSync()
      await running?.stop('SIGKILL')
      disk.setReadOnly(true)
      const callsBefore = service.calls.length
      const { code, stderr } = await deskFails('sync', '--data', data)
      expect(code).toBeGreaterThan(0)
      expect(stderr).toMatch(/read-only|written/i)
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
      expect(service.calls).toHaveLength(callsBefore)
      disk.setReadOnly(false)
      expect(JSON.parse(await desk('sync', '--json', '--data', data))).toMatchObject({
        outcome: 'completed',
        itemsDone: items,
      })
      expect(catalogContents(join(data, 'catalog.db'))).toEqual(complete)
    },
  )
})
