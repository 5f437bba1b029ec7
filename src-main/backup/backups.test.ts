import { existsSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
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
/** Whoever follows the plan sleeps until the test moves on by a minute. */
let nextLook: (() => void) | undefined
const clock: Clock = {
  now: () => now,
  sleep: (_milliseconds, signal) =>
    new Promise((resolve, reject) => {
      nextLook = resolve
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
}
async function look(later = 60_000): Promise<void> {
  await vi.waitFor(() => expect(nextLook).toBeDefined(), { timeout: 10_000 })
  now += later
  const go = nextLook
  nextLook = undefined
  go?.()
  await vi.waitFor(() => expect(nextLook).toBeDefined(), { timeout: 10_000 })
}

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5, 12)
  nextLook = undefined
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

test('a folder that is unplugged is said, not made anew, looked for each minute, and used as soon as it is back', async () => {
  const disk = join(outside, 'disk')
  await backups.setPlan({ rhythm: 'hourly', keepDaily: 7, keepWeekly: 4, folder: join(disk, 'backups') })
  backups.start()
  await vi.waitFor(() => expect(nextLook).toBeDefined(), { timeout: 10_000 })
  expect((await backups.state()).backups).toHaveLength(1)

  renameSync(disk, `${disk}-unplugged`)
  await look(hour)
  expect((await backups.state()).failure).toMatchObject({
    away: true,
    message: expect.stringContaining('Connect the disk it is on'),
  })
  expect((await backups.state()).nextAt).toBeUndefined()
  await look()
  expect(existsSync(disk)).toBe(false)
  await expect(backups.make()).rejects.toMatchObject({ code: 'FOLDER_AWAY' })

  renameSync(`${disk}-unplugged`, disk)
  await look()
  const { failure, backups: made } = await backups.state()
  expect(failure).toBeUndefined()
  expect(made[0]?.madeAt).toBe(new Date(now).toISOString())
})
