import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createFeed } from '../support/feeds.ts'
import { type RunningDesk, startDesk } from '../support/programs/desk.ts'

/** Limits and faults set by options of `serve`, the scheme of the local API, and the page it opens. */
const folder = mkdtempSync(join(tmpdir(), 'desk-serve-'))
const started: RunningDesk[] = []
const serve = async (...args: string[]): Promise<RunningDesk> => {
  const running = await startDesk(...args)
  started.push(running)
  return running
}
afterAll(async () => {
  for (const running of started) await running.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const request = ({ api, username, password }: RunningDesk, path: string, init: RequestInit = {}) =>
  fetch(`${api}${path}`, { ...init, headers: { username, password, ...init.headers } })

test('applies latency, an item limit, searches without a selector, and lost acknowledgements', async () => {
  const limits = ['--latency', '300', '--most-items', '5', '--search-without-selector']
  const losses = ['--lost-acknowledgement-rate', '1']
  const data = ['--data', join(folder, 'sandbox')]
  const running = await serve('--sandbox', '--sample', ...limits, ...losses, ...data)
  const begun = performance.now()
  const answer = await request(running, '/v2.1/item?limit=100')
  expect(performance.now() - begun).toBeGreaterThan(299)
  expect(answer.status).toBe(200)
  expect((await answer.text()).match(/<item /g)).toHaveLength(5)
  const body = createFeed({ gtin: '9520000000011', title: 'Quince spread' })
  const headers = { 'content-type': 'application/xml' }
  await expect(request(running, '/v2.1/feed/items', { method: 'POST', headers, body })).rejects.toThrow()
  await expect
    .poll(async () => (await request(running, '/v2.1/item?q=quince+spread')).text(), { timeout: 20_000 })
    .toContain('total="1"')
})

test('--workers answers from processes of their own, which end with the program', async () => {
  const running = await serve('--sandbox', '--sample', '--workers', '2', '--data', join(folder, 'shared'))
  const ask = () => request(running, '/v2.1/item?q=oat')
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, async () => (await ask()).text()))
  expect(first).toContain('<item ')
  expect(new Set(others)).toEqual(new Set([first]))
  const body = createFeed({ gtin: '9520000000011', title: 'Quince spread' })
  const sent = await request(running, '/v2.1/feed/items', {
    ...{ method: 'POST', body },
    headers: { 'content-type': 'application/xml' },
  })
  expect(sent.status).toBe(200)
  await expect
    .poll(async () => (await request(running, '/v2.1/item?q=quince+spread')).text(), { timeout: 20_000 })
    .toContain('total="1"')
  expect(await running.stop()).toBe(0)
  await expect(ask()).rejects.toThrow()
})

// A script replaces the browser; only Linux and similar systems let one be configured.
test.skipIf(process.platform !== 'linux')(
  'remembers --https until --no-https, opens the page in the browser, and answers 503 in maintenance',
  async () => {
    const data = ['--data', join(folder, 'empty')]
    const first = await serve('--sandbox', '--https', ...data)
    expect(first.api).toMatch(/^https:/)
    await first.stop()

    const browser = join(folder, 'browser')
    const opened = join(folder, 'opened')
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o700 })
    vi.stubEnv('BROWSER', browser)
    const second = await serve('--open', '--no-https', '--maintenance', ...data)
    expect(second.api).toMatch(/^http:/)
    expect((await request(second, '/v2.1/brand')).status).toBe(503)
    await expect.poll(() => readIfThere(opened), { timeout: 20_000 }).toBe(`${second.ui}\n`)
  },
  60_000,
)

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
