import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, type RunningDesk, startDesk } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

/** The log file that `serve` writes, and the statements that `desk slow` lists from it. */
const folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
const home = join(folder, 'home')
const data = join(folder, 'sandbox')
const before = { ...process.env }
let running: RunningDesk

beforeAll(async () => {
  Object.assign(process.env, {
    CATALOG_DESK_HOME: home,
    CATALOG_DESK_LOG_LEVEL: 'trace',
    CATALOG_DESK_SLOW_MS: '0.5',
  })
  running = await startDesk('--sandbox', '--sample', '--data', data)
  const calls = await callsOf(running.ui)
  await calls.workspace.localApiCredentials()
  const { username, password } = running
  await fetch(`${running.api}/v2.1/item?q=oat+drink`, { headers: { username, password } })
  await running.stop()
})
afterAll(async () => {
  await running?.stop()
  process.env = before
  rmSync(folder, { recursive: true, force: true })
})

const files = () => readdirSync(join(home, 'logs')).map((name) => join(home, 'logs', name))

test('writes a private log with start and stop and without passwords', () => {
  const text = files()
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries).toContainEqual(expect.objectContaining({ level: 'info', msg: 'ready', workspace: data }))
  expect(entries).toContainEqual(expect.objectContaining({ msg: 'stopping', pid: running.child.pid }))
  expect(text).not.toContain(running.password)
  expect(text).not.toContain(new URL(running.ui).hash.replace('#token=', ''))
  if (process.platform !== 'win32')
    for (const path of [join(home, 'logs'), ...files()]) expect(statSync(path).mode & 0o077).toBe(0)
})

test('desk support prints the end of the log and no password', async () => {
  const report = await desk('support', '--data', data)
  expect(report).toContain('"role": "sandbox"')
  expect(report).toContain('"msg":"stopping"')
  expect(report).not.toContain(running.password)
  expect(JSON.parse(await desk('support', '--json', '--data', data)).report).toContain('# Outbox')
})

test('desk slow lists slow statements, slowest first', async () => {
  const { statements } = JSON.parse(await desk('slow', '--json', '--data', data)) as {
    statements: { sql: string; times: number; longest: number; together: number; threads: string[] }[]
  }
  expect(statements.length).toBeGreaterThan(0)
  expect(statements).toEqual(statements.toSorted((one, other) => other.longest - one.longest))
  for (const { sql, times, longest, together } of statements) {
    expect(sql).toMatch(/^[A-Z]/)
    expect(times).toBeGreaterThan(0)
    expect(together).toBeGreaterThanOrEqual(longest)
  }
  expect(await desk('slow', '--data', data)).toMatch(
    /^\d+ slow statements, the slowest first.*:\n\d+ ms at most/,
  )
  expect(await desk('slow', '--data', join(folder, 'another'))).toBe(
    'The log contains no slow statement of this workspace.\n',
  )
})
