import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { openServices } from '../../src-main/testing/headless-services.ts'
import { createFeed } from '../support/feeds.ts'
import { desk, deskFails } from '../support/programs/desk.ts'

/** Confirmations and warnings of `submit` before it sends; feed-messages.test.ts covers every case. */
const folder = mkdtempSync(join(tmpdir(), 'desk-before-'))
const data = join(folder, 'sandbox')
const feed = join(folder, 'feed.xml')
const submit = ['submit', feed, '--as', 'refresh', '--data', data]
const withTimeout = { timeout: 240_000 }

beforeAll(async () => {
  const services = await openServices(data)
  await services.workspace.startSandbox({ sample: true })
  const { rows } = await services.catalog.search({
    text: 'tomato',
    brandIds: [],
    manufacturerIds: [],
    offset: 0,
    limit: 1,
  })
  await services.close()
  writeFileSync(feed, createFeed({ gtin: rows[0]?.code ?? '', title: 'Nothing but a title' }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('refuses removals without a terminal, queues nothing, and names --yes', withTimeout, async () => {
  const { code, stdout, stderr } = await deskFails(...submit, '--json')
  expect(code).toBe(4)
  expect(JSON.parse(stdout)).toMatchObject({ queued: false, heldBackBy: 'removals' })
  expect(stderr).toMatch(
    /^This refresh removes \d+ values from the catalog:\n {2}item 1, \d+\n( {4}.*\n)* {4}media: /,
  )
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^Nothing was queued.* add --yes\.$/)
})

test.runIf(existsSync('/usr/bin/script'))('asks for confirmation at a terminal', withTimeout, async () => {
  const command = [process.execPath, join(projectDirectory, 'src-main/hosts/headless/desk.js'), ...submit]
  const child = spawn('script', ['-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'], {
    cwd: projectDirectory,
  })
  let shown = ''
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString()
  })
  await expect.poll(() => shown, { timeout: 60_000 }).toMatch(/Remove \d+ values and send\? \[y\/N\]/)
  child.stdin.write('n\r')
  const [code] = await once(child, 'close')
  expect(code).toBe(4)
  expect(shown).toContain('Nothing was queued.')
})

test('--yes sends the feed; a repeated feed warns, and --strict refuses it', withTimeout, async () => {
  const sent = JSON.parse(await desk(...submit, '--yes', '--wait', '--json'))
  expect(sent).toMatchObject({ state: 'done', counters: { succeeded: 1 } })
  expect(sent.warnings).toContainEqual(expect.objectContaining({ code: 'REFRESH_DROPS' }))
  const again = await deskFails(...submit, '--strict')
  expect(again.code).toBe(3)
  expect(again.stderr).toMatch(/SAME_FEED: warning: .*“feed\.xml”, done on \d{1,2} \w{3} \d{4}, \d\d:\d\d\./)
  expect(JSON.parse(await desk('status', '--json', '--data', data))).toMatchObject({ total: 1 })

  // Without warnings, --strict sends the feed.
  writeFileSync(feed, createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
  const complete = ['submit', feed, '--as', 'create', '--strict', '--wait', '--json', '--data', data]
  const { id, state, warnings } = JSON.parse(await desk(...complete))
  expect({ state, warnings }).toEqual({ state: 'done', warnings: [] })

  const page = join(folder, 'report.html')
  writeFileSync(page, 'of an earlier feed')
  const report = [
    'feeds',
    'report',
    id,
    '--format',
    'html',
    '--pictures',
    '--to',
    page,
    '--json',
    '--data',
    data,
  ]
  expect((await deskFails(...report)).stderr).toMatch(/already exists.*--force/)
  expect(JSON.parse(await desk(...report, '--force'))).toMatchObject({ feed: id, items: 1, to: page })
  expect(readFileSync(page, 'utf8')).toContain('Quince spread')
})
