import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { Desk } from '../../../app/desk.ts'
import { createTestDesk } from '../../../app/fixtures/test-desk.ts'
import { createWorkspaces } from '../../../app/workspaces.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../../testing/sandbox-service.ts'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { workInProgress } from './work-in-progress.ts'

let home: string
let sandbox: SandboxService
let desk: Desk
beforeEach(async () => {
  home = temporaryDirectory()
  sandbox = await startSandboxService()
  desk = createTestDesk(home)
  await createWorkspaces(desk).create({ name: 'Only' })
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

test('names a feed while it is being sent, and nothing before and after', async () => {
  const { workspace, outbox } = desk.required().services
  await workspace.connect({ ...sandbox.credentials, address: sandbox.address })
  expect(await workInProgress(desk)).toEqual([])
  sandbox.conditions.latency = 1000
  const body = itemFeed(sampleItem(1))
  await outbox().queue({ kind: 'create', name: 'Feed', body, about: checkPayload('create', body) })
  await expect.poll(() => workInProgress(desk), { interval: 20 }).toEqual(['sending'])
  await expect.poll(() => workInProgress(desk)).toEqual([])
})

test('names a backup, and work on a workspace that is closed for it', async () => {
  const made = desk.required().backups.make()
  expect(await workInProgress(desk)).toEqual(['backup'])
  await made
  const work = Promise.withResolvers<void>()
  const ended = desk.whileClosed(() => work.promise)
  await expect.poll(() => workInProgress(desk)).toEqual(['maintenance'])
  work.resolve()
  await ended
  expect(await workInProgress(desk)).toEqual([])
})
