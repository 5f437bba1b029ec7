import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { deskCommand } from '../support/documented/documented-options.ts'
import { createFeed } from '../support/feeds.ts'
import { desk } from '../support/programs/desk.ts'

/** The commands a new user types first, and those that need no workspace. */
const folder = mkdtempSync(join(tmpdir(), 'desk-help-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('lists every command in the help, and every option in the help of a command', {
  timeout: 240_000,
}, async () => {
  const help = await desk('--help')
  const { commands } = await deskCommand()
  for (const command of commands) expect(help).toContain(`  ${command.name()} `)
  const syncHelp = await desk('sync', '-h')
  for (const { long } of commands.find((command) => command.name() === 'sync')?.options ?? [])
    expect(syncHelp).toContain(`${long}`)
  expect(await desk('-h')).toBe(help)
})

test('prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'))
  expect(await desk('--version')).toBe(`${version}\n`)
  expect(await desk('-V')).toBe(`${version}\n`)
})

test('validates a feed for an operation without creating a workspace', async () => {
  const feed = join(folder, 'feed.xml')
  writeFileSync(feed, createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
  const data = join(folder, 'workspace')
  const [verdict] = JSON.parse(await desk('validate', feed, '--as', 'update', '--json', '--data', data))
  expect(verdict).toMatchObject({ file: feed, valid: true })
  expect(readdirSync(folder)).toEqual(['feed.xml'])
})
