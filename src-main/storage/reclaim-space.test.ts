import { statSync } from 'node:fs'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runAndKill } from '../testing/killed-program.ts'
import type { TaskToKill } from '../testing/program-to-kill.ts'
import { canMountDisks, mountSmallDisk } from '../testing/small-disk.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  threadEntry,
} from '../testing/temporary-workspace.ts'
import { openDatabase } from './open-database.ts'
import { reclaimSpace, spaceOf } from './reclaim-space.ts'
import { settingReader } from './setting-store.ts'
import { openStorage } from './storage.ts'

const megabyte = 1024 * 1024
let workspace: TemporaryWorkspace

beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
})
afterEach(() => workspace.close())

/** Stores values of one megabyte, and removes every second one. */
function leaveFreePages(path: string, values: number): void {
  const db = openDatabase(path)
  try {
    const put = db.prepare('INSERT INTO setting VALUES (?, ?)')
    for (let index = 0; index < values; index++)
      db.transaction(() => put.run(`value ${index}`, JSON.stringify(`${index}`.padEnd(megabyte, '.'))))()
    db.exec("DELETE FROM setting WHERE key LIKE 'value %' AND CAST(substr(key, 7) AS INTEGER) % 2 = 0")
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

/** The database as an earlier version made it. */
function makeWhole(path: string): void {
  const db = openDatabase(path)
  db.pragma('auto_vacuum = NONE')
  db.exec('VACUUM')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

function faults(path: string): unknown {
  const db = openDatabase(path, { readonly: true })
  try {
    return db.pragma('integrity_check')
  } finally {
    db.close()
  }
}
const intact = [{ integrity_check: 'ok' }]
/** Some pages that say where other pages are used become free too, so the file is a little smaller. */
function expectFreed(after: number, { file, free }: { file: number; free: number }): void {
  expect(after).toBeLessThanOrEqual(file - free)
  expect(after).toBeGreaterThan(file - free - 64 * 1024)
}
const sizeOf = (path: string): number => statSync(path).size
const keptValues = async () =>
  Object.keys(await workspace.storage.reader(settingReader).all()).filter((key) => key.startsWith('value'))

test('returns free pages in steps, and says how much', async () => {
  const { storage } = workspace
  leaveFreePages(storage.path, 20)
  const space = await spaceOf(storage)
  expect(space).toMatchObject({ file: sizeOf(storage.path), inSteps: true })
  expect(space.free).toBeGreaterThan(10 * megabyte)
  const reported: { done: number; total: number }[] = []
  const { before, after } = await reclaimSpace(storage, { onProgress: (bytes) => reported.push(bytes) })
  expect(before).toBe(space.file)
  expectFreed(after, space)
  expect(sizeOf(storage.path)).toBe(after)
  expect(reported.length).toBeGreaterThan(5)
  expect(reported[0]).toEqual({ done: 0, total: space.free })
  expect(reported.map(({ done }) => done)).toEqual(reported.map(({ done }) => done).toSorted((a, b) => a - b))
  expect(faults(storage.path)).toEqual(intact)
  expect(await keptValues()).toHaveLength(10)
  expect(await reclaimSpace(storage)).toEqual({ before: after, after })
})

test('stops after a step, keeps what it returned, and continues later', async () => {
  const { storage } = workspace
  leaveFreePages(storage.path, 20)
  const { file, free } = await spaceOf(storage)
  const stopping = new AbortController()
  const onProgress = ({ done }: { done: number }) => done > 0 && stopping.abort(new Error('Stopped'))
  await expect(reclaimSpace(storage, { signal: stopping.signal, onProgress })).rejects.toThrow('Stopped')
  const half = await spaceOf(storage)
  expect(half.free).toBeLessThan(free)
  expect(half.free).toBeGreaterThan(0)
  const { before, after } = await reclaimSpace(storage)
  expect(before).toBe(half.file)
  expectFreed(after, { file, free })
  expect(faults(storage.path)).toEqual(intact)
})

test('writes a database of an earlier version again as a whole, and the next time works in steps', async () => {
  // SQLite writes its temporary files there.
  vi.stubEnv('SQLITE_TMPDIR', workspace.directory)
  onTestFinished(() => void vi.unstubAllEnvs())
  makeWhole(workspace.storage.path)
  const storage = await workspace.reopen()
  leaveFreePages(storage.path, 10)
  const space = await spaceOf(storage)
  expect(space.inSteps).toBe(false)
  expect(space.needed).toBeGreaterThan(2 * (space.file - space.free))
  const reported: unknown[] = []
  const { after } = await reclaimSpace(storage, { onProgress: (bytes) => reported.push(bytes) })
  expect(reported).toEqual([{ done: 0, total: 0 }])
  expect(after).toBeLessThan(space.file - space.free + megabyte)
  expect(await spaceOf(storage)).toMatchObject({ free: 0, inSteps: true })
  expect(faults(storage.path)).toEqual(intact)
  expect(await keptValues()).toHaveLength(5)
})

test.each(['in steps', 'as a whole'])('loses nothing when the program is killed: %s', async (way) => {
  if (way === 'as a whole') makeWhole(workspace.storage.path)
  leaveFreePages((await workspace.reopen()).path, 40)
  const { free } = await spaceOf(workspace.storage)
  await workspace.storage.close()
  const task: TaskToKill = { does: 'reclaim', directory: workspace.directory }
  const { killed, lines } = await runAndKill('src-main/testing/program-to-kill.ts', task, 40)
  expect({ killed, finished: lines.includes('finished') }).toEqual({ killed: true, finished: false })
  const storage = await workspace.reopen()
  expect(faults(storage.path)).toEqual(intact)
  expect(await keptValues()).toHaveLength(20)
  const left = (await spaceOf(storage)).free
  expect(left).toBeLessThanOrEqual(free)
  expect(left).toBeGreaterThan(0)
  await reclaimSpace(storage)
  expect(await spaceOf(storage)).toMatchObject({ free: 0 })
  expect(faults(storage.path)).toEqual(intact)
})

test.runIf(canMountDisks())(
  'refuses before it changes anything if the disk has too little space',
  async () => {
    const disk = mountSmallDisk(40)
    try {
      const storage = await openStorage({ directory: disk.directory, thread: threadEntry, readers: 1 })
      try {
        leaveFreePages(storage.path, 10)
        const { free } = await spaceOf(storage)
        disk.fill()
        await expect(reclaimSpace(storage)).rejects.toThrow(
          /needs 17 MB of free space on the disk of .+ Free some space/,
        )
        expect(await spaceOf(storage)).toMatchObject({ free })
        disk.free()
        await reclaimSpace(storage)
        expect(await spaceOf(storage)).toMatchObject({ free: 0 })
      } finally {
        await storage.close()
      }
    } finally {
      disk.remove()
    }
  },
)
