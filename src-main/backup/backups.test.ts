import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  temporaryDirectory,
  threadEntry,
} from '../testing/temporary-workspace.ts'
import { knownWorkspaces } from '../workspace/index.ts'
import { type Backups, createBackups } from './backups.ts'

const hour = 3_600_000
let workspace: TemporaryWorkspace
let outside: string
let backups: Backups
let now: number
/** The plan's loop sleeps until the test advances the clock by a minute. */
let wakeUp: (() => void) | undefined
const clock: Clock = {
  now: () => now,
  sleep: (_milliseconds, signal) =>
    new Promise((resolve, reject) => {
      wakeUp = resolve
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
}
async function advance(later = 60_000): Promise<void> {
  await vi.waitFor(() => expect(wakeUp).toBeDefined(), { timeout: 60_000 })
  now += later
  const go = wakeUp
  wakeUp = undefined
  go?.()
  await vi.waitFor(() => expect(wakeUp).toBeDefined(), { timeout: 60_000 })
}

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 12)
  wakeUp = undefined
  workspace = await openTemporaryWorkspace()
  outside = temporaryDirectory()
  const { storage, directory } = workspace
  backups = createBackups({
    source: { storage, directory, thread: threadEntry, version: '1.0.0' },
    known: knownWorkspaces(join(outside, 'home')),
    home: join(outside, 'home'),
    clock,
    log: createLog('silent'),
  })
  await knownWorkspaces(join(outside, 'home')).note(directory, { role: 'sandbox', items: 0 })
})
afterEach(async () => {
  await backups.close()
  await workspace.close()
  await rm(outside, { recursive: true })
})

test('reports an unplugged folder, does not create it again, checks for it every minute, and uses it once it is back', async () => {
  const disk = join(outside, 'disk')
  await backups.setPlan({ rhythm: 'hourly', keepDaily: 7, keepWeekly: 4, folder: join(disk, 'backups') })
  backups.start()
  await vi.waitFor(() => expect(wakeUp).toBeDefined(), { timeout: 60_000 })
  expect((await backups.state()).backups).toHaveLength(1)

  renameSync(disk, `${disk}-unplugged`)
  await advance(hour)
  expect((await backups.state()).failure).toMatchObject({
    away: true,
    message: expect.stringContaining('Connect the disk it is on'),
  })
  expect((await backups.state()).nextAt).toBeUndefined()
  await advance()
  expect(existsSync(disk)).toBe(false)
  await expect(backups.make()).rejects.toMatchObject({ code: 'FOLDER_AWAY' })

  renameSync(`${disk}-unplugged`, disk)
  await advance()
  const { failure, backups: made } = await backups.state()
  expect(failure).toBeUndefined()
  expect(made[0]?.madeAt).toBe(new Date(now).toISOString())
})

test('does not repeat a backup made while the clock was a second ahead', async () => {
  await backups.setPlan({ rhythm: 'daily', keepDaily: 7, keepWeekly: 4 })
  await backups.make()
  now -= 1000
  backups.start()
  await vi.waitFor(() => expect(wakeUp).toBeDefined(), { timeout: 60_000 })
  const { backups: made, nextAt } = await backups.state()
  expect(made).toHaveLength(1)
  expect(nextAt).toBe(new Date(now + 24 * hour).toISOString())
})

describe('with a clock that was ahead by a month', () => {
  const month = 30 * 24 * hour
  const made = async () => (await backups.state()).backups.map(({ madeAt }) => Date.parse(madeAt))

  test('a backup neither delays nor repeats other backups', async () => {
    const right = now
    now += month
    await backups.setPlan({ rhythm: 'daily', keepDaily: 7, keepWeekly: 4 })
    await backups.make()
    now = right
    backups.start()
    await vi.waitFor(() => expect(wakeUp).toBeDefined(), { timeout: 60_000 })
    expect(await made()).toEqual([right + month, right])
    await advance()
    await advance(24 * hour)
    expect(await made()).toEqual([right + month, right + 60_000 + 24 * hour, right])
  })

  test('a failure does not delay other backups', async () => {
    const right = now
    const disk = join(outside, 'disk')
    writeFileSync(disk, 'not a folder')
    await backups.setPlan({ rhythm: 'daily', keepDaily: 7, keepWeekly: 4, folder: join(disk, 'backups') })
    now += month
    backups.start()
    await vi.waitFor(async () => expect((await backups.state()).failure).toBeDefined(), { timeout: 60_000 })
    now = right
    await rm(disk)
    await advance()
    expect(await made()).toEqual([right + 60_000])
  })

  test('a backup does not replace later ones', async () => {
    const right = now
    now += month
    await backups.setPlan({ rhythm: 'off', keepDaily: 1, keepWeekly: 0 })
    await backups.make()
    for (now = right; now < right + 3 * 24 * hour; now += 24 * hour) {
      await backups.make()
      expect(await made()).toEqual([right + month, now])
    }
    now = right + month + hour
    await backups.make()
    expect(await made()).toEqual([now])
  })
})

describe('archives', () => {
  const archive = (name: string) => join(outside, name)

  test('writes an archive with progress, and replaces a file only if it may', async () => {
    const file = archive('a.catalogdesk')
    const made = backups.archive(file, false)
    expect((await backups.state()).running).toBeDefined()
    await expect(backups.make()).rejects.toMatchObject({ code: 'BUSY' })
    expect(await made).toMatchObject({ items: 0 })
    expect((await backups.state()).running).toBeUndefined()
    await expect(backups.archive(file, false)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' })
    writeFileSync(file, 'old')
    await backups.archive(file, true)
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
    expect((await backups.state()).backups).toEqual([])
  })

  test('leaves nothing of an archive that is stopped, or stopped by closing', async () => {
    const stop = new AbortController()
    const stopped = backups.archive(archive('b.catalogdesk'), false, stop.signal)
    stop.abort()
    await expect(stopped).rejects.toThrow()
    const closed = backups.archive(archive('c.catalogdesk'), false)
    await Promise.all([expect(closed).rejects.toMatchObject({ code: 'CLOSED' }), backups.close()])
    expect(readdirSync(outside).filter((name) => name.includes('catalogdesk'))).toEqual([])
  })
})
