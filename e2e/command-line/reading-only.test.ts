import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../src-main/testing/small-disk.ts'
import { createFeed } from '../support/feeds.ts'
import { desk, deskFails, type RunningDesk, startDesk } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

/** A catalog remains readable when nothing can be written. */
const mountable = canMountDisks() && process.platform === 'linux'
if (!mountable) console.warn('Skipped: reading from a full or read-only disk. This user may not mount one.')

const outside = mkdtempSync(join(tmpdir(), 'desk-reading-'))
const running: RunningDesk[] = []
let disk: SmallDisk
let data = ''
beforeAll(async () => {
  if (!mountable) return
  disk = mountSmallDisk(48)
  data = join(disk.directory, 'workspace')
  const filled = await startDesk('--sandbox', '--sample', '--data', data)
  await filled.stop()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((started) => started.stop()))
})
afterAll(() => {
  disk?.remove()
  rmSync(outside, { recursive: true, force: true })
})

async function serve() {
  const started = await startDesk('--data', data)
  running.push(started)
  const { username, password } = started
  const request = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, started.api), { ...init, headers: { username, password, ...init.headers } })
  return { started, ask: request, calls: await callsOf(started.ui) }
}

/** Expects a failure with a message of one or two lines and no stack trace. */
function expectPlain({ code, stderr }: { code: number; stderr: string }, words: RegExp): void {
  expect(stderr).toMatch(words)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBeGreaterThan(0)
}

/** Reads everything that a person or a program reads. */
async function expectReadable({ ask: request, calls }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  const page = await request('/v2.1/item?since=20000101&limit=5&pi=o')
  expect(page.status).toBe(200)
  const items = await page.text()
  // The sample, plus the item that is posted later once there is space.
  const total = Number(/total="(\d+)"/.exec(items)?.[1])
  expect([282, 283]).toContain(total)
  const [id] = items.match(/(?<=<item id=")[^"]+/) ?? []
  expect((await request(`/v2.1/item/${id}`)).status).toBe(200)
  expect((await request('/v2.1/brand')).status).toBe(200)
  const [picture = ''] = items.match(/http:\/\/127\.0\.0\.1:\d+\/media[^<\s"]+/) ?? []
  expect(picture, items.slice(0, 3000)).not.toBe('')
  const answer = await request(picture.replaceAll('&amp;', '&'))
  expect(answer.status, picture).toBe(200)
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  const all = { text: '', brandIds: [], manufacturerIds: [] }
  expect(await calls.exports.describe({ source: { selection: all } })).toMatchObject({ items: total })
}

const feed = createFeed({ gtin: '9520000000028', title: 'Medlar jelly' })
const post = { method: 'POST', body: feed, headers: { 'content-type': 'application/xml' } }

describe.runIf(mountable)('on a full disk', () => {
  test('serve opens read-only, reports it, and continues by itself once there is space', {
    timeout: 200_000,
  }, async () => {
    disk.fill()
    try {
      const served = await serve()
      const { calls, ask: request } = served
      expect((await calls.workspace.state()).unwritable).toMatchObject({
        code: 'disk-full',
        message: expect.stringMatching(/is full.*Free some space/),
      })
      await expectReadable(served)
      await expect(calls.feeds.createDraft({ kind: 'create' })).rejects.toMatchObject({ code: 'disk-full' })
      expect((await request('/v2.1/feed/items', post)).status).toBeGreaterThanOrEqual(500)
      expect((await request('/v2.1/feed/items')).status).toBeLessThan(500)

      disk.free()
      expect((await calls.workspace.state()).unwritable).toBeUndefined()
      await calls.feeds.createDraft({ kind: 'create' })
      expect((await request('/v2.1/feed/items', post)).status).toBe(200)
      const [started] = running.splice(0)
      expect(await started?.stop()).toBe(0)
    } finally {
      disk.free()
    }
    expect(await desk('check', '--data', data)).toContain('in order')
  })

  test('commands that read work; commands that write report the reason', { timeout: 200_000 }, async () => {
    disk.fill()
    try {
      expect(await desk('status', '--data', data)).toContain('sandbox workspace, 28')
      expect(await desk('check', '--data', data)).toContain('in order')
      const file = join(outside, 'full.csv')
      await desk('export', '--format', 'csv', '--to', file, '--data', data)
      expect(readFileSync(file, 'utf8').split('\r\n').length).toBeGreaterThan(280)
      expectPlain(await deskFails('rebuild', '--data', data), /disk is full/i)
      const rows = join(outside, 'rows.csv')
      writeFileSync(rows, 'gtin,name\n4006381333931,Tea\n')
      expectPlain(await deskFails('import', rows, '--data', data), /disk is full/i)
    } finally {
      disk.free()
    }
  })
})

describe.runIf(mountable)('on a read-only disk', () => {
  test('everything is readable, and writes report the reason', {
    timeout: 200_000,
  }, async () => {
    const before = readdirSync(data)
    disk.setReadOnly(true)
    try {
      const served = await serve()
      const { calls, ask: request } = served
      expect((await calls.workspace.state()).unwritable).toMatchObject({
        code: 'read-only',
        message: expect.stringMatching(/is on a read-only disk.*Make the disk writable/),
      })
      await expectReadable(served)
      await expect(calls.feeds.createDraft({ kind: 'create' })).rejects.toMatchObject({ code: 'read-only' })
      const refused = await request('/v2.1/feed/items', post)
      expect(refused.status).toBe(507)
      expect(await refused.text()).toMatch(/disk is read-only/)
      const [started] = running.splice(0)
      expect(await started?.stop()).toBe(0)

      expect(await desk('status', '--data', data)).toContain('sandbox workspace, 28')
      expect(await desk('check', '--data', data)).toContain('in order')
      for (const command of [['rebuild'], ['submit', writeFeed(), '--as', 'create']])
        expectPlain(await deskFails(...command, '--data', data), /is on a read-only disk/)
      expectPlain(await deskFails('status', '--data', join(disk.directory, 'new')), /disk is read-only/)
    } finally {
      disk.setReadOnly(false)
    }
    expect(readdirSync(data)).toEqual(before)
  })
})

function writeFeed(): string {
  const file = join(outside, 'feed.xml')
  writeFileSync(file, createFeed({ gtin: '9520000000035', title: 'Sloe jam' }))
  return file
}
