import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { desk, deskFails, startDesk } from '../support/programs/desk.ts'

/** The people of a team from the command line, and the page that they sign in to. */
const folder = mkdtempSync(join(tmpdir(), 'desk-people-'))
const data = ['--data', join(folder, 'workspace')]
const file = join(folder, 'password')
writeFileSync(file, 'correct horse battery\n', { mode: 0o600 })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('people are added, changed and removed', async () => {
  expect(await desk('people', 'list', ...data)).toBe('There are no people.\n')
  const early = await deskFails('people', 'add', 'Ben', '--password-file', file, ...data)
  expect(early.stderr).toBe('The first person of a team must be an administrator.\n')
  const short = join(folder, 'short')
  writeFileSync(short, 'short', { mode: 0o600 })
  const refused = await deskFails('people', 'add', 'Ben', '--password-file', short, ...data)
  expect(refused.stderr).toBe('A password has at least 12 characters.\n')

  expect(
    await desk('people', 'add', 'Ana', '--role', 'administrator', '--password-file', file, ...data),
  ).toBe('Added Ana as administrator.\n')
  await desk('people', 'add', 'Ben', '--password-file', file, ...data)
  expect(await desk('people', 'role', 'Ben', 'reviewer', ...data)).toBe('Ben is reviewer now.\n')
  expect((await deskFails('people', 'role', 'Ben', 'boss', ...data)).stderr).toMatch(/^boss is no role\./)
  expect(await desk('people', 'password', 'Ben', '--password-file', file, ...data)).toBe(
    'Set the password of Ben.\n',
  )
  expect(await desk('people', 'disable', 'Ben', ...data)).toBe('Disabled Ben.\n')
  expect(await desk('people', 'list', ...data)).toBe(
    'Ana  administrator  never signed in\nBen  reviewer  disabled  never signed in\n',
  )
  expect(await desk('people', 'enable', 'Ben', ...data)).toBe('Enabled Ben.\n')
  expect((await deskFails('people', 'remove', 'Ana', ...data)).stderr).toMatch(/only administrator/)
  expect(await desk('people', 'remove', 'Ben', ...data)).toBe('Removed Ben.\n')
})

test('each command answers with one line of JSON', async () => {
  const json = async (...args: string[]) => JSON.parse(await desk('people', ...args, '--json', ...data))
  expect(await json('add', 'Cleo', '--role', 'sender', '--password-file', file)).toEqual({
    ...{ name: 'Cleo', role: 'sender' },
  })
  expect(await json('password', 'Cleo', '--password-file', file)).toEqual({ name: 'Cleo' })
  expect(await json('role', 'Cleo', 'author')).toEqual({ name: 'Cleo', role: 'author' })
  expect(await json('disable', 'Cleo')).toEqual({ name: 'Cleo', isDisabled: true })
  expect(await json('enable', 'Cleo')).toEqual({ name: 'Cleo', isDisabled: false })
  expect(await json('remove', 'Cleo')).toEqual({ name: 'Cleo' })
  const listed = JSON.parse(await desk('people', 'list', '--json', ...data))
  expect(listed).toMatchObject([{ name: 'Ana', role: 'administrator', isDisabled: false }])
})

test('with people, the served page has no link', async () => {
  const served = await startDesk('--team', '--public-address', 'https://catalog.example', ...data)
  try {
    expect(served.ui).toBe('https://catalog.example/')
  } finally {
    await served.stop()
  }
})

test('options that do not fit a team are refused', async () => {
  const noTeam = await deskFails('serve', '--public-address', 'https://catalog.example', ...data)
  expect(noTeam.stderr).toMatch(/use it with --replica-of or --team/)
  const readable = await deskFails('serve', '--team', '--public-address', 'http://catalog.example', ...data)
  expect(readable.stderr).toMatch(/is not an address for other computers/)
  const noDatabase = await deskFails('serve', '--team', 'mysql://ana:secret@db.example/desk', ...data)
  expect(noDatabase.stderr).toMatch(/begins with postgres:/)
  expect(noDatabase.stderr).not.toContain('secret')
})
