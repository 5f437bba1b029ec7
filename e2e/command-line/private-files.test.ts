import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { createFeed } from '../support/feeds.ts'
import { openToOthers, watchModes } from '../support/modes.ts'
import { desk, type ServeLine } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

/** Stored files are private under any umask; files that the user requests follow their umask. */
const folder = mkdtempSync(join(tmpdir(), 'desk-modes-'))
const home = join(folder, 'home')
const sandbox = join(folder, 'sandbox')
const copy = join(folder, 'copy')
const backups = join(folder, 'backups')
const restored = join(folder, 'restored')
const kept = [home, sandbox, copy, backups, restored]
const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')
const environment = { ...process.env, CATALOG_DESK_HOME: home }
const underMask = (mask: string, args: string[]): [string, string[]] => [
  'sh',
  ['-c', `umask ${mask}; exec "$0" "$@"`, process.execPath, entry, ...args],
]
const run = (mask: string, ...args: string[]) =>
  promisify(execFile)(...underMask(mask, args), { cwd: projectDirectory, env: environment })

beforeAll(async () => {
  // Builds the bundle of the threads once.
  await desk('--version')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

// Windows has no such file modes.
describe.skipIf(process.platform === 'win32')('under umask 000', () => {
  test('stored files are never readable by others, not even while they are written', {
    timeout: 240_000,
  }, async () => {
    const watch = watchModes(kept)
    const child = spawn(
      ...underMask('000', [
        'serve',
        '--sandbox',
        '--sample',
        '--ui-port',
        '0',
        '--api-port',
        '0',
        '--json',
        '--data',
        sandbox,
      ]),
      { cwd: projectDirectory, env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      const { ui, api, username, password }: ServeLine = JSON.parse(line)
      const calls = await callsOf(ui)
      // Creates a draft, an export that waits for its download, derived pictures, and a backup plan.
      await calls.feeds.createDraft({ kind: 'create' })
      const source = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
      let job = await calls.exports.start({ source, format: 'items' })
      while (job.state === 'running') job = await calls.exports.job({ id: job.id, after: job.revision })
      expect(job.state).toBe('completed')
      const headers = { username, password }
      const items = await (await fetch(`${api}/v2.1/item?since=20000101&limit=20&pi=o`, { headers })).text()
      const pictures = items.match(/http:\/\/127\.0\.0\.1:\d+\/media[^<\s"]+/g) ?? []
      for (const picture of pictures.slice(0, 5)) await (await fetch(picture, { headers })).arrayBuffer()

      await run('000', 'connect', api, '--username', username, '--password', password, '--data', copy)
      // The pictures of one brand are created like all others.
      await run('000', 'sync', '--brand', 'b2001', '--data', copy)
      const feed = join(folder, 'feed.xml')
      writeFileSync(feed, createFeed({ gtin: '9522099000002', title: 'Tea' }))
      await run('000', 'submit', feed, '--as', 'create', '--data', copy)
      await run('000', 'backup', '--data', copy, '--to', backups)
      const [workspaceFolder = ''] = readdirSync(backups)
      const [made = ''] = readdirSync(join(backups, workspaceFolder))
      await run('000', 'restore', join(backups, workspaceFolder, made), '--data', restored)
      await run('000', 'rebuild', '--data', restored)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
    const { open, looks, files } = watch.end()
    expect(open).toEqual([])
    for (const place of kept) expect(openToOthers(place), place).toEqual([])
    // The checks covered the created files: databases with their logs, keys, pictures, a backup, and a
    // restored folder.
    expect(looks).toBeGreaterThan(50)
    expect(files).toBeGreaterThan(100)
    for (const name of ['catalog.db', 'secrets.json', 'media']) expect(readdirSync(sandbox)).toContain(name)
    expect(readdirSync(home)).toContain('computer.key')
  })
})

// Windows has no such file modes.
describe.skipIf(process.platform === 'win32')('an export to a named file', () => {
  test.each([
    ['000', 0o666],
    ['022', 0o644],
    ['077', 0o600],
  ])('follows the umask %s', { timeout: 200_000 }, async (mask, mode) => {
    const to = join(folder, `export-${mask}.csv`)
    await run(mask, 'export', '--format', 'csv', '--to', to, '--data', sandbox)
    expect(statSync(to).mode & 0o777).toBe(mode)
  })
})

// Windows has no such file modes.
describe.skipIf(process.platform === 'win32')('files that an earlier version left readable by others', () => {
  test("become private at the next opening; a folder with the user's own files keeps its mode", {
    timeout: 200_000,
  }, async () => {
    const ours = ['catalog.db', 'secrets.json', 'media']
    for (const place of [sandbox, copy]) {
      for (const name of ours) if (readdirSync(place).includes(name)) chmodSync(join(place, name), 0o755)
      chmodSync(place, 0o755)
    }
    chmodSync(home, 0o755)
    mkdirSync(join(copy, 'my notes'))
    chmodSync(join(copy, 'my notes'), 0o755)
    await run('022', 'status', '--data', sandbox)
    await run('022', 'status', '--data', copy)
    expect(openToOthers(sandbox)).toEqual([])
    expect(openToOthers(home)).toEqual([])
    expect(openToOthers(copy)).toEqual([`755 ${copy}`, `755 ${join(copy, 'my notes')}`])
  })
})
