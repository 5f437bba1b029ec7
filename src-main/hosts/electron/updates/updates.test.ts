import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UninterruptedWork } from '../../../../src-shared/update-state.ts'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { appImage, writeAppImage } from './fixtures/app-image.ts'
import { partsOnNode } from './fixtures/library-on-node.ts'
import { channelFile, nameOf, startUpdateServer, type UpdateServer } from './fixtures/update-server.ts'
import { openLibrary } from './library.ts'
import { openUpdateRecord, type UpdateRecord } from './update-record.ts'
import { createUpdates, type Updates } from './updates.ts'

/** The real electron-updater against a real server of this computer, with a script as the program. */
const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const before = appImage('1.0.0')
const next = appImage('1.1.0', { padding: 400_000 })

let folder: string
let program: string
let server: UpdateServer
let record: UpdateRecord
let work: UninterruptedWork[][]
const quit = vi.fn()
const startAgain = vi.fn()

beforeEach(async () => {
  folder = temporaryDirectory()
  program = join(folder, 'Desk.AppImage')
  writeAppImage(program, before)
  vi.stubEnv('APPIMAGE', program)
  server = await startUpdateServer(keys.privateKey)
  record = openUpdateRecord(folder)
  work = []
  vi.clearAllMocks()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function openUpdates({ hasKey = true } = {}): Updates {
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: downloads\n')
  const library = openLibrary({
    facts: { address: server.address, publicKey: hasKey ? publicKey : undefined },
    kind: 'AppImage',
    log: pino({ level: 'silent' }),
    ...partsOnNode(folder, '1.0.0'),
  })
  return createUpdates({
    ...{ library, record, quit, startAgain, version: '1.0.0', logs: '/logs', onChange: () => {} },
    workInProgress: async () => work.shift() ?? [],
    workInterval: 50,
  })
}
async function downloaded(options?: { hasKey: boolean }): Promise<Updates> {
  const updates = openUpdates(options)
  await updates.act('check')
  await updates.act('download')
  return updates
}
const programNow = () => readFileSync(program)

describe.runIf(process.platform === 'linux')('an update of an AppImage', () => {
  test('is offered with its notes and its size, downloaded, tried and put in place of the program', async () => {
    server.publish({ version: '1.1.0', program: next, releaseNotes: '- Quicker' })
    const updates = openUpdates()
    await updates.act('check')
    expect(updates.state()).toMatchObject({
      step: 'offered',
      offer: { version: '1.1.0', notes: '- Quicker', size: next.length },
    })
    expect(server.requests).toEqual([channelFile, `${channelFile}.sig`])
    await updates.act('download')
    expect(updates.state()).toMatchObject({ step: 'downloaded', failure: undefined })
    expect(programNow()).toEqual(before)
    await updates.act('install')
    expect(updates.state().step).toBe('installing')
    expect(quit).toHaveBeenCalledTimes(1)
    expect(programNow()).toEqual(before)
    updates.installWhenClosed(true)
    expect(programNow()).toEqual(next)
    expect(startAgain).toHaveBeenCalledTimes(1)
    const { installed } = record.read()
    expect(installed).toMatchObject({ from: '1.0.0', to: '1.1.0', starts: 0 })
    expect(readFileSync(installed?.before ?? '')).toEqual(before)
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  test('without a key in the build, needs no signature', async () => {
    server.publish({ version: '1.1.0', program: next })
    server.files.delete(`${channelFile}.sig`)
    const updates = await downloaded({ hasKey: false })
    expect(updates.state()).toMatchObject({ step: 'downloaded' })
  })

  test('is refused without a signature, or if it was changed after it was signed', async () => {
    server.publish({ version: '1.1.0', program: next })
    const signature = server.files.get(`${channelFile}.sig`) as Uint8Array
    server.files.delete(`${channelFile}.sig`)
    const updates = openUpdates()
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'idle', offer: undefined, failure: { code: 'unsigned' } })
    server.publish({ version: '1.2.0', program: next })
    server.files.set(`${channelFile}.sig`, signature)
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'idle', offer: undefined, failure: { code: 'unsigned' } })
    await updates.act('download')
    expect(server.requests.filter((path) => path.endsWith('.AppImage'))).toEqual([])
  })

  test('is refused if its file has another hash', async () => {
    server.publish({ version: '1.1.0', program: next })
    server.files.set(nameOf('1.1.0'), appImage('1.1.0', { padding: 400_000 }))
    const updates = await downloaded()
    expect(updates.state()).toMatchObject({ step: 'offered', failure: { code: 'broken' } })
    await updates.act('install')
    updates.installWhenClosed(true)
    expect(programNow()).toEqual(before)
    expect(quit).not.toHaveBeenCalled()
  })

  test('is refused if its file is shorter than announced', async () => {
    server.publish({ version: '1.1.0', program: next })
    server.files.set(nameOf('1.1.0'), next.subarray(0, 100_000))
    const updates = await downloaded()
    expect(updates.state()).toMatchObject({ step: 'offered', failure: { code: 'broken' } })
  })

  test('can be downloaded again after an interruption, and is not offered for installation before', async () => {
    server.publish({ version: '1.1.0', program: next })
    server.cutAfter = 100_000
    const updates = await downloaded()
    expect(updates.state()).toMatchObject({ step: 'offered', failure: { code: 'interrupted' } })
    server.cutAfter = undefined
    await updates.act('download')
    expect(updates.state()).toMatchObject({ step: 'downloaded', failure: undefined })
  })

  test('is not downloaded again after a restart', async () => {
    server.publish({ version: '1.1.0', program: next })
    await downloaded()
    server.requests.length = 0
    const updates = await downloaded()
    expect(updates.state().step).toBe('downloaded')
    expect(server.requests).toEqual([channelFile, `${channelFile}.sig`])
  })

  test('shows its progress, and is cancelled without a failure', async () => {
    server.publish({ version: '1.1.0', program: next })
    // Long enough to be seen before it ends.
    server.pause = 200
    const updates = openUpdates()
    await updates.act('check')
    const ended = updates.act('download')
    await expect.poll(() => updates.state().progress?.done, { interval: 5 }).toBeGreaterThan(0)
    expect(updates.state().progress?.total).toBe(next.length)
    await updates.act('cancel')
    await ended
    expect(updates.state()).toMatchObject({ step: 'offered', failure: undefined, progress: undefined })
  })

  test.each([
    ['the same', '1.0.0', { kind: 'newest', version: '1.0.0' }],
    ['an older one', '0.9.0', { kind: 'older', version: '0.9.0' }],
  ])('is not offered if the server has %s', async (_name, version, answer) => {
    server.publish({ version, program: next })
    const updates = openUpdates()
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'idle', offer: undefined, answer, failure: undefined })
  })

  test('is offered to the computers of its stage only', async () => {
    server.publish({ version: '1.1.0', program: next, stagingPercentage: 0 })
    const updates = openUpdates()
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'idle', answer: { kind: 'later', version: '1.1.0' } })
    server.publish({ version: '1.1.0', program: next, stagingPercentage: 100 })
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'offered' })
  })

  test.each([
    ['nothing', undefined, 'missing'],
    ['no version', '{}', 'unreadable'],
    ['no YAML', '{', 'unreadable'],
    ['no hash', '{"version":"1.1.0","files":[{"url":"a.AppImage"}]}', 'unreadable'],
    ['too much', `"${'x'.repeat(1024 * 1024)}"`, 'unreadable'],
  ])('is refused if the server says %s', async (_name, text, code) => {
    if (text !== undefined) server.files.set(channelFile, Buffer.from(text))
    const updates = openUpdates({ hasKey: false })
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'idle', failure: { code } })
  })

  test('has notes of limited length', async () => {
    server.publish({ version: '1.1.0', program: next, releaseNotes: 'x'.repeat(50_000) })
    const updates = openUpdates()
    await updates.act('check')
    expect(updates.state().offer?.notes).toHaveLength(20_000)
  })

  test('says that the server does not answer', async () => {
    await server.close()
    const updates = openUpdates()
    await updates.act('check')
    expect(updates.state()).toMatchObject({ step: 'idle', failure: { code: 'unreachable' } })
  })

  test('waits for work, and stops waiting when the person decides so', async () => {
    server.publish({ version: '1.1.0', program: next })
    const updates = await downloaded()
    work = [['sending'], ['sending', 'backup'], ['sending']]
    const ended = updates.act('install')
    await expect.poll(() => updates.state().waitsFor).toEqual(['sending', 'backup'])
    expect(quit).not.toHaveBeenCalled()
    await updates.act('not-now')
    await ended
    expect(updates.state()).toMatchObject({ step: 'downloaded', waitsFor: [] })
    work = [['sending']]
    await updates.act('install')
    expect(work).toEqual([])
    expect(quit).toHaveBeenCalledTimes(1)
  })

  test('is installed when the app quits only if the person chose so, without a start', async () => {
    server.publish({ version: '1.1.0', program: next })
    const updates = await downloaded()
    updates.installWhenClosed(true)
    expect(programNow()).toEqual(before)
    await updates.act('install-on-quit')
    await updates.act('not-now')
    updates.installWhenClosed(true)
    expect(programNow()).toEqual(before)
    await updates.act('install-on-quit')
    updates.installWhenClosed(true)
    expect(programNow()).toEqual(next)
    expect(quit).not.toHaveBeenCalled()
    expect(startAgain).not.toHaveBeenCalled()
  })

  test('is not installed while the workspace is open, and the next start says so', async () => {
    server.publish({ version: '1.1.0', program: next })
    const updates = await downloaded()
    await updates.act('install')
    updates.installWhenClosed(false)
    expect(programNow()).toEqual(before)
    expect(startAgain).toHaveBeenCalledTimes(1)
    expect(openUpdates().state().failure?.code).toBe('not-installed')
    expect(openUpdates().state().failure).toBeUndefined()
  })

  test('is not installed if it does not start, or prints another version', async () => {
    for (const broken of [Buffer.from('#!/bin/sh\nexit 3\n'), appImage('1.1.0', { prints: '1.0.9' })]) {
      server.publish({ version: '1.1.0', program: broken })
      const updates = await downloaded()
      await updates.act('install')
      expect(updates.state()).toMatchObject({ step: 'downloaded', failure: { code: 'does-not-start' } })
      await updates.act('install-on-quit')
      expect(updates.state().installsOnQuit).toBe(false)
    }
    expect(quit).not.toHaveBeenCalled()
  })

  test('is not installed if its file was changed after the download', async () => {
    server.publish({ version: '1.1.0', program: next })
    const updates = await downloaded()
    await updates.act('install')
    const pending = join(folder, 'cache/downloads/pending', nameOf('1.1.0'))
    expect(existsSync(pending)).toBe(true)
    writeFileSync(pending, appImage('1.1.0', { padding: 10 }))
    updates.installWhenClosed(true)
    expect(programNow()).toEqual(before)
    expect(record.read().failure?.code).toBe('broken')
    expect(startAgain).toHaveBeenCalledTimes(1)
  })
})
