import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { Opening } from '../../../../src-shared/opening.ts'
import type { Desk } from '../../../app/desk.ts'
import { createTestDesk } from '../../../app/fixtures/test-desk.ts'
import { createWorkspaces } from '../../../app/workspaces.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../../testing/sandbox-service.ts'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, BrowserWindow, Notification, takeCalls } = await import('../fixtures/electron.ts')
const { notifyOfOutbox } = await import('./notifications.ts')
const { speakerFor } = await import('../texts.ts')

let home: string
let sandbox: SandboxService
let desk: Desk
const opened: Opening[] = []
const focused = vi.spyOn(BrowserWindow, 'getFocusedWindow')
beforeEach(async () => {
  home = temporaryDirectory()
  sandbox = await startSandboxService()
  desk = createTestDesk(home)
  opened.length = 0
  focused.mockReturnValue(null)
  await createWorkspaces(desk).create({ name: 'Only' })
  await outbox().setPaused({ paused: true })
  await desk.required().services.workspace.connect({ ...sandbox.credentials, address: sandbox.address })
  takeCalls()
})
afterEach(async () => {
  answers.hasNotifications = true
  await desk.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})
const outbox = () => desk.required().services.outbox()

/** Queues a feed that the service will process. */
async function queue(name: string): Promise<string> {
  const body = itemFeed(sampleItem(1))
  return (await outbox().queue({ kind: 'create', name, body, about: checkPayload('create', body) })).id
}
const follow = (speak = (sentence: string) => sentence) =>
  notifyOfOutbox(desk, { speak, open: (opening) => opened.push(opening) })
const send = () => outbox().setPaused({ paused: false })
const isDone = async () => (await outbox().overview()).entries.done
/** Longer than the interval in which changes are read. */
const afterReading = () => new Promise((resolve) => setTimeout(resolve, 1500))
const notifications = () => takeCalls().filter(([name]) => name === 'notification')

test('a notification of a feed that is done opens the feed', async () => {
  const id = await queue('Teas')
  follow()
  await send()
  const calls: unknown[][] = []
  await expect.poll(() => calls.push(...notifications()), { timeout: 20_000 }).toBe(1)
  expect(calls).toEqual([['notification', { title: '“Teas” is done', body: '1 item went through.' }]])
  expect(opened).toEqual([])
  Notification.last?.emit('click')
  expect(opened).toEqual([{ open: 'feed', id }])
  await afterReading()
  expect(notifications()).toEqual([])
})

test('a notification is in the language of the person', async () => {
  await queue('Teas')
  follow(await speakerFor('de'))
  await send()
  const calls: unknown[][] = []
  await expect.poll(() => calls.push(...notifications()), { timeout: 20_000 }).toBe(1)
  expect(calls[0]?.[1]).toEqual({ title: '„Teas“ ist fertig', body: '1 Artikel durchgegangen.' })
})

test.each([
  ['a window has the focus', () => focused.mockReturnValue(new BrowserWindow({}))],
  ['the system has no notifications', () => (answers.hasNotifications = false)],
])('shows nothing if %s, and nothing later', async (_case, prepare) => {
  await queue('Teas')
  follow()
  prepare()
  await send()
  await expect.poll(isDone, { timeout: 20_000 }).toBe(1)
  await afterReading()
  focused.mockReturnValue(null)
  await outbox().setPaused({ paused: true })
  await afterReading()
  expect(notifications()).toEqual([])
})

test('reports nothing that was done before', async () => {
  await queue('Teas')
  await send()
  await expect.poll(isDone, { timeout: 20_000 }).toBe(1)
  follow()
  await outbox().setPaused({ paused: true })
  await afterReading()
  expect(notifications()).toEqual([])
})
