import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { Desk } from '../../../app/desk.ts'
import { createTestDesk } from '../../../app/fixtures/test-desk.ts'
import { createWorkspaces } from '../../../app/workspaces.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../../testing/sandbox-service.ts'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { type WorkState, watchWork } from './work-state.ts'

let home: string
let sandbox: SandboxService
let desk: Desk
const states: WorkState[] = []
beforeEach(async () => {
  home = temporaryDirectory()
  sandbox = await startSandboxService()
  desk = createTestDesk(home)
  states.length = 0
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})
const services = () => desk.required().services

test('announces what waits, also after another workspace is opened, and nothing twice', async () => {
  const workspaces = createWorkspaces(desk)
  const { current: first = '' } = await workspaces.create({ name: 'First' })
  await services().workspace.connect({ ...sandbox.credentials, address: sandbox.address })
  await services().outbox().setPaused({ paused: true })
  watchWork(desk, (state) => states.push(state))
  const queue = (number: number) => {
    const body = itemFeed(sampleItem(number))
    const about = checkPayload('create', body)
    return services().outbox().queue({ kind: 'create', name: 'Feed', body, about })
  }
  await queue(1)
  await expect.poll(() => states).toEqual([{ needsYou: 0, waiting: 1 }])
  await workspaces.create({ name: 'Second' })
  await expect.poll(() => states.at(-1)).toEqual({ needsYou: 0, waiting: 0 })
  await desk.open(first)
  await expect.poll(() => states.at(-1)).toEqual({ needsYou: 0, waiting: 1 })
  expect(states).toHaveLength(3)
})

test('announces whether a sync runs or is paused', async () => {
  await sandbox.putItems(1, 2000)
  sandbox.conditions.latency = 300
  await createWorkspaces(desk).create({ name: 'Only' })
  await services().workspace.connect({ ...sandbox.credentials, address: sandbox.address })
  watchWork(desk, (state) => states.push(state))
  await services().sync().start()
  await expect.poll(() => states.at(-1)?.sync).toBe('running')
  await services().sync().pause()
  await expect.poll(() => states.at(-1)?.sync).toBe('paused')
  await services().sync().cancel()
  await expect.poll(() => states.at(-1)?.sync).toBeUndefined()
})
