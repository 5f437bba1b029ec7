import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorkspaceTrouble } from '../../../../src-shared/workspace/model.ts'
import type { OpenWorkspace } from '../../../app/desk.ts'
import { temporaryDirectory, threadEntry } from '../../../testing/temporary-workspace.ts'
import { appImage, writeAppImage } from './fixtures/app-image.ts'
import { openUpdateRecord, type UpdateRecord } from './update-record.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, takeCalls } = await import('../fixtures/electron.ts')
const { createTrial } = await import('./trial.ts')

let folder: string
let record: UpdateRecord
let before: string
beforeEach(() => {
  folder = temporaryDirectory()
  record = openUpdateRecord(folder)
  before = join(record.folder, 'before.AppImage')
  note(0, { before })
  writeAppImage(before, appImage('1.0.0'))
  vi.stubEnv('APPIMAGE', join(folder, 'Desk.AppImage'))
  takeCalls()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const note = (
  starts: number,
  more: { before?: string; databases?: { directory: string; copy: string }[] },
): void => record.write({ installed: { from: '1.0.0', to: '1.1.0', starts, databases: [], ...more } })
const trialOf = (version: string) =>
  createTrial({ record, version, log: pino({ level: 'silent' }), logs: '/logs', speak: (text) => text })

const open = {} as OpenWorkspace
let current: OpenWorkspace | undefined
let trouble: WorkspaceTrouble | undefined
let tell = (): void => {}
const desk = {
  current: () => current,
  trouble: () => trouble,
  onSwitch: (listener: () => void) => {
    tell = listener
    return () => {}
  },
}
beforeEach(() => {
  current = open
  trouble = undefined
})
const request = (path: string) => new Request(`app://desk${path}`)
const answer = async () => new Response('{}')

test('a usual start has nothing to prove', async () => {
  record.write({})
  const trial = trialOf('1.1.0')
  expect(trial.proven).toBeUndefined()
  expect(trial.watch(answer)).toBe(answer)
  expect(await trial.begin(folder, threadEntry)).toBe(true)
})

test('a new version is proven when its page is loaded and has called the backend', async () => {
  const trial = trialOf('1.1.0')
  expect(await trial.begin(folder, threadEntry)).toBe(true)
  const handler = trial.watch(answer)
  trial.pageLoaded(desk)
  await handler(request('/assets/index.js'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(record.read().installed?.starts).toBe(1)
  await handler(request('/rpc/workspace/state'))
  await trial.proven
  expect(record.read()).toEqual({})
})

test('after three starts without a page, the version before is put back and started', async () => {
  note(3, { before })
  const trial = trialOf('1.1.0')
  expect(await trial.begin(folder, threadEntry)).toBe(false)
  expect(takeCalls().map(([name]) => name)).toEqual(['relaunch', 'exit'])
  expect(record.read().returned).toEqual({
    from: '1.1.0',
    reason: 'It did not show its window in 3 starts.',
  })
})

test('where the version before cannot be put back, says what to do', async () => {
  note(3, {})
  answers.button = 0
  expect(await trialOf('1.1.0').begin(folder, threadEntry)).toBe(true)
  expect(JSON.stringify(takeCalls())).toContain('Install it again')
  answers.button = 1
  expect(await trialOf('1.1.0').begin(folder, threadEntry)).toBe(false)
  expect(takeCalls()).toMatchObject([
    ['ask', { type: 'error' }],
    ['exit', 1],
  ])
})

test('a workspace that is not there is no fault of the new version', async () => {
  current = undefined
  trouble = { directory: '/away', name: 'Away', code: 'NOT_A_WORKSPACE', message: 'It is not there' }
  note(2, { before })
  const trial = trialOf('1.1.0')
  trial.pageLoaded(desk)
  await trial.watch(answer)(request('/rpc/workspaces/list'))
  await vi.waitFor(() => expect(record.read().installed?.starts).toBe(1))
  expect(takeCalls()).toEqual([])
  current = open
  tell()
  await trial.proven
  expect(record.read()).toEqual({})
})

test('asks whether to go back if the new version cannot open a workspace that it had to change', async () => {
  current = undefined
  trouble = { directory: '/workspace', name: 'Main', code: 'failed', message: 'It failed' }
  note(0, { before, databases: [{ directory: '/workspace', copy: '/workspace/copy' }] })
  answers.button = 0
  const trial = trialOf('1.1.0')
  trial.pageLoaded(desk)
  await trial.watch(answer)(request('/rpc/workspaces/list'))
  await vi.waitFor(() => expect(record.read().returned).toEqual({ from: '1.1.0', reason: 'It failed' }))
  await vi.waitFor(() => expect(existsSync(before)).toBe(false))
  expect(takeCalls().map(([name]) => name)).toEqual(['ask', 'relaunch', 'exit'])
})
