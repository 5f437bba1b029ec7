import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFeed } from '../support/feeds.ts'
import { keepFrontPictures } from '../support/front-pictures.ts'
import { desk, deskFails, type RunningDesk, startDesk, startDeskByNpm } from '../support/programs/desk.ts'

/**
 * The complete workflow on the command line: a sandbox with the sample, a copy of it, and a feed that is sent
 * and synced back.
 */
const folder = mkdtempSync(join(tmpdir(), 'desk-job-'))
const copy = join(folder, 'copy')
const feed = join(folder, 'feed.xml')
let sandbox: RunningDesk

beforeAll(async () => {
  sandbox = await startDesk('--sandbox', '--sample', '--data', join(folder, 'sandbox'))
})
afterAll(async () => {
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const request = async (path: string): Promise<string> => {
  const { username, password } = sandbox
  const answer = await fetch(`${sandbox.api}${path}`, { headers: { username, password } })
  expect(answer.status).toBe(200)
  return answer.text()
}
const totalOf = async (query: string): Promise<number> =>
  Number(/total="(\d+)"/.exec(await request(`/v2.1/item?${query}`))?.[1])

describe('the complete workflow on the command line', () => {
  test('serve prints its addresses and requires credentials', async () => {
    expect(sandbox.ui).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=/)
    expect(sandbox.api).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${sandbox.api}/v2.1/brand`)).status).toBe(403)
    expect(await totalOf('since=20000101')).toBeGreaterThanOrEqual(280)
  })

  test('connect refuses a wrong password and stores a correct one', async () => {
    const wrong = await deskFails(
      'connect',
      sandbox.api,
      '--username',
      'desk',
      '--password',
      'no',
      '--data',
      copy,
    )
    expect(wrong.stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(wrong.stderr).not.toContain('    at ')
    const { username, password } = sandbox
    await desk('connect', sandbox.api, '--username', username, '--password', password, '--data', copy)
    await keepFrontPictures(copy)
  })

  test('sync fetches everything, then only changes', async () => {
    const first = JSON.parse(await desk('sync', '--json', '--data', copy))
    expect(first).toMatchObject({ outcome: 'completed', itemsNew: await totalOf('since=20000101') })
    expect(first.items).toBe(first.itemsNew)
    const second = JSON.parse(await desk('sync', '--json', '--data', copy))
    expect(second).toMatchObject({ outcome: 'completed', itemsNew: 0, itemsChanged: 0, items: first.items })
  })

  test('validate prints file, line, path and code, and fails', async () => {
    writeFileSync(feed, createFeed({ gtin: '9520000000016', title: 'Quince spread' }))
    const broken = await deskFails('validate', feed)
    expect(broken.code).toBe(1)
    expect(broken.stdout).toMatch(
      /feed\.xml:\d+: items\/item\[1\]\/productCodes\/productCode\[1\]: GTIN_INVALID: /,
    )
  })

  test('submit sends a feed and waits for its end; the next sync fetches the item', async () => {
    writeFileSync(feed, createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
    expect(await desk('validate', feed)).toBe('')
    const sent = JSON.parse(await desk('submit', feed, '--as', 'create', '--wait', '--json', '--data', copy))
    expect(sent).toMatchObject({ state: 'done', counters: { received: 1, succeeded: 1, failed: 0 } })
    expect(await totalOf('q=quince+spread')).toBe(1)
    const status = JSON.parse(await desk('status', sent.id, '--json', '--data', copy))
    expect(status).toMatchObject({ state: 'done', upstreamFeedId: sent.upstreamFeedId })
    expect(status.inCatalog).toMatchObject({ state: 'uncompared', isCopy: true })
    const sync = JSON.parse(await desk('sync', '--json', '--data', copy))
    expect(sync.items).toBe(await totalOf('since=20000101'))
    // The comparison of what was sent with what the record shows now.
    const { inCatalog } = JSON.parse(await desk('status', sent.id, '--json', '--data', copy))
    expect(inCatalog).toMatchObject({ state: 'compared', notShown: [] })
    expect(inCatalog.counts.shown).toBe(inCatalog.counts.fields)
    expect(await desk('status', sent.id, '--data', copy)).toContain(
      `In the catalog: ${inCatalog.counts.fields} of ${inCatalog.counts.fields} fields shown`,
    )
  })

  test('refuses a second feed with the same GTIN before sending, because the copy has the item', async () => {
    const again = await deskFails('submit', feed, '--as', 'create', '--wait', '--data', copy)
    expect(again.stderr).toMatch(/items\/item\[1\].*: GTIN_EXISTS: /)
    const status = JSON.parse(await desk('status', '--json', '--limit', '1', '--data', copy))
    expect(status).toMatchObject({ total: 1, counts: { done: 1, queued: 0 }, feeds: [{ state: 'done' }] })
    expect(await desk('status', '--data', copy)).toContain('; 1 feed (1 done).')
    expect((await deskFails('status', '--limit', 'all', '--data', copy)).stderr).toMatch(/whole number/)
  })

  test('rebuild and check find no problems', async () => {
    const { items } = JSON.parse(await desk('rebuild', '--json', '--data', copy))
    expect(items).toBe(await totalOf('since=20000101'))
    expect(JSON.parse(await desk('check', '--json', '--data', copy))).toEqual({ ok: true, findings: [] })
  })

  test('queues a feed while the service is unreachable, and reports that', async () => {
    await sandbox.stop()
    writeFileSync(feed, createFeed({ gtin: '9520000000028', title: 'Medlar jelly' }))
    const queued = JSON.parse(await desk('submit', feed, '--as', 'create', '--json', '--data', copy))
    expect(queued.state).toBe('queued')
    expect(queued.note).toBeTruthy()
  })
})

describe('serve', () => {
  test('exits with code 0 on SIGTERM and ignores a second one', async () => {
    const running = await startDesk('--sandbox', '--data', join(folder, 'other'))
    running.child.kill('SIGTERM')
    expect(await running.stop()).toBe(0)
  })

  // Windows has no signals; there npm ends the process tree itself.
  test.skipIf(process.platform === 'win32')(
    'stops the server when only npm receives the signal',
    async () => {
      const running = await startDeskByNpm('--sandbox', '--data', join(folder, 'by-npm'))
      running.child.kill('SIGTERM')
      await expect
        .poll(
          () =>
            fetch(running.api).then(
              () => 'answers',
              () => 'gone',
            ),
          { timeout: 20_000 },
        )
        .toBe('gone')
    },
    60_000,
  )
})
