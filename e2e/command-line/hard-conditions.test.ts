import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../src-main/testing/small-disk.ts'
import { checkWorkspace } from '../support/check-workspace.ts'
import { desk, deskFails, type RunningDesk, startDesk } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

const mountable = canMountDisks()
if (!mountable)
  console.warn('Skipped: disk full and read-only disk. This user may not mount a file system (root may).')

const folder = mkdtempSync(join(tmpdir(), 'desk-hard-'))
const running: RunningDesk[] = []
const holders: ChildProcess[] = []
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  await Promise.all(running.splice(0).map((started) => started.stop()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Timeout for tests that start programs and wait for locks. */
const withTimeout = { timeout: 240_000 }

async function serve(data: string) {
  const started = await startDesk('--data', data)
  running.push(started)
  return { started, calls: await callsOf(started.ui) }
}

/** Expects a failure with a message of one or two lines and no stack trace. */
function expectPlain({ code, stderr }: { code: number; stderr: string }, words: RegExp): void {
  expect(stderr).toMatch(words)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBeGreaterThan(0)
}

/** Starts a program that holds the write lock of the database until it is killed. */
async function lockDatabase(data: string): Promise<ChildProcess> {
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import Database from 'better-sqlite3'
       const db = new Database(${JSON.stringify(join(data, 'catalog.db'))})
       db.exec('BEGIN EXCLUSIVE')
       process.stdout.write('held')
       setInterval(() => db.inTransaction, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(import.meta.dirname, '../..') },
  )
  holders.push(holder)
  await once(holder.stdout as NodeJS.ReadableStream, 'data')
  return holder
}

describe.runIf(mountable)('on a full disk', () => {
  let disk: SmallDisk
  beforeAll(() => {
    disk = mountSmallDisk(16)
  })
  afterAll(() => disk.remove())

  test(
    'the page and the command line report it, saved data is kept, and work continues once there is space',
    withTimeout,
    async () => {
      const data = join(disk.directory, 'workspace')
      const { started, calls } = await serve(data)
      await calls.workspace.startSandbox({ sample: false })
      const draft = await calls.feeds.createDraft({ kind: 'create' })
      const title = (ecommerceTitle: string, revision: number) =>
        calls.feeds.editDraft({
          id: draft.id,
          label: 'Title',
          edits: [{ do: 'item', key: 1, revision, value: { type: 'grocery', ecommerceTitle } }],
        })
      const kept = 'kept '.repeat(2000)
      await title(kept, 1)

      disk.fill()
      const large = 'x'.repeat(2_000_000)
      await expect(title(large, 2)).rejects.toMatchObject({
        code: 'disk-full',
        message: expect.stringMatching(/disk is full.*Free some space/),
      })
      // Backups go to another disk, so the saved data is safe there.
      await expect(calls.backups.make()).resolves.toMatchObject({ drafts: 1 })
      const toFullDisk = join(disk.directory, 'backups')
      await calls.files.confirm({ path: toFullDisk, purpose: 'backup-folder' })
      await calls.backups.setPlan({ rhythm: 'off', keepDaily: 1, keepWeekly: 0, folder: toFullDisk })
      await expect(calls.backups.make()).rejects.toMatchObject({
        code: 'disk-full',
        message: expect.stringMatching(/disk is full/i),
      })
      const feed = join(folder, 'large.jsonl')
      const row = JSON.stringify({
        gtin: '04006381333931',
        name: 'A product',
        brand: 'Brand',
        text: 'y'.repeat(4000),
      })
      writeFileSync(feed, `${row}\n`.repeat(3000))
      expectPlain(await deskFails('import', feed, '--to', 'drafts', '--data', data), /disk is full|no space/i)
      const { value } = await calls.feeds.draftItem({ id: draft.id, key: 1 })
      expect(value).toMatchObject({ ecommerceTitle: kept })

      disk.free()
      expect((await title(large, 2)).items).toBe(1)
      expect(await checkWorkspace(calls)).toMatchObject({ state: 'completed', findings: [] })
      expect(await started.stop()).toBe(0)
      expect(await desk('check', '--data', data)).toContain('in order')
    },
  )

  test('reports why a workspace cannot be created', withTimeout, async () => {
    disk.fill()
    expectPlain(await deskFails('status', '--data', join(disk.directory, 'new')), /disk/i)
    disk.free()
  })
})

describe.runIf(mountable)('on a read-only disk', () => {
  test('commands that write fail, and the catalog is unchanged', withTimeout, async () => {
    const disk = mountSmallDisk(16)
    const data = join(disk.directory, 'workspace')
    try {
      const { started, calls } = await serve(data)
      await calls.workspace.startSandbox({ sample: false })
      await calls.feeds.createDraft({ kind: 'create' })
      await started.stop()
      const before = readdirSync(data)
      disk.setReadOnly(true)
      // Commands that only read still work (reading-only.test.ts).
      expectPlain(await deskFails('rebuild', '--data', data), /is on a read-only disk/)
      expectPlain(await deskFails('status', '--data', join(disk.directory, 'new')), /disk is read-only/)
      disk.setReadOnly(false)
      expect(readdirSync(data)).toEqual(before)
      const again = await serve(data)
      expect(await again.calls.feeds.drafts({ offset: 0, limit: 10 })).toMatchObject({ total: 1 })
      await again.started.stop()
    } finally {
      disk.remove()
    }
  })
})

test('a second app refuses the open workspace, while commands still work', withTimeout, async () => {
  const data = join(folder, 'second')
  const { calls } = await serve(data)
  await calls.workspace.startSandbox({ sample: false })
  expectPlain(
    await deskFails('serve', '--ui-port', '0', '--api-port', '0', '--data', data),
    /is open in another Catalog Desk\. Use that one, or close it/,
  )
  expect(await desk('status', '--data', data)).toContain('sandbox workspace')
  await calls.feeds.createDraft({ kind: 'create' })
  // In the window of another desk, the open workspace stays open and the call returns the reason.
  const other = await serve(join(folder, 'other'))
  await expect(other.calls.workspaces.open({ directory: data })).rejects.toMatchObject({
    code: 'OPEN_ELSEWHERE',
  })
  expect((await other.calls.workspaces.list()).current).toBe(join(folder, 'other'))
})

test(
  'while another program locks the database, writes fail, reads work and nothing is lost',
  withTimeout,
  async () => {
    const data = join(folder, 'locked')
    const { calls } = await serve(data)
    await calls.workspace.startSandbox({ sample: false })
    const draft = await calls.feeds.createDraft({ kind: 'create' })
    const holder = await lockDatabase(data)
    const [saving, rebuilding] = await Promise.all([
      calls.feeds.createDraft({ kind: 'contentplus' }).catch((error: unknown) => error),
      deskFails('rebuild', '--data', data),
    ])
    expect(saving).toMatchObject({ code: 'locked', message: expect.stringMatching(/Another program/) })
    expectPlain(rebuilding, /Another program is (writing to|using) this workspace/)
    expect((await calls.feeds.drafts({ offset: 0, limit: 10 })).drafts.map(({ id }) => id)).toEqual([
      draft.id,
    ])
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await calls.feeds.createDraft({ kind: 'contentplus' })
    expect(await calls.feeds.drafts({ offset: 0, limit: 10 })).toMatchObject({ total: 2 })
    expect(await checkWorkspace(calls)).toMatchObject({ state: 'completed', findings: [] })
  },
)
