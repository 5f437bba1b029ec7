import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createGrants } from './page-session.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'desk-grants-')))
const file = join(folder, 'products.csv')
let grants = createGrants()
beforeEach(() => {
  grants = createGrants()
  writeFileSync(file, 'gtin\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('allows only chosen paths, and only for the purpose they were chosen for', () => {
  grants.grant(file, 'import')
  expect(grants.require(file, 'import')).toBe(file)
  expect(grants.isGranted(file, 'export')).toBe(false)
  expect(grants.isGranted(folder, 'import')).toBe(false)
  expect(grants.isGranted(join(folder, 'other.csv'), 'import')).toBe(false)
  expect(createGrants().isGranted(file, 'import')).toBe(false)
})

test('refuses an existing and a missing path with the same message', () => {
  const words = (path: string) => {
    try {
      return grants.require(path, 'import')
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(words(file)).toMatch(/only the files and folders that you chose/)
  expect(words(join(folder, 'no such file'))).toBe(words(file))
})

test('grants every purpose when none is given, and several when a list is given', () => {
  grants.grant(folder)
  expect(grants.isGranted(folder, 'backup')).toBe(true)
  grants.grant(file, ['workspace', 'backup-folder'])
  expect(grants.isGranted(file, 'backup-folder')).toBe(true)
  expect(grants.isGranted(file, 'backup')).toBe(false)
})

test('refuses a chosen link whose target has changed', () => {
  const link = join(folder, 'link.csv')
  const other = join(folder, 'secret')
  writeFileSync(other, 'not meant')
  symlinkSync(file, link)
  grants.grant(link, 'import')
  expect(grants.require(link, 'import')).toBe(file)
  rmSync(link)
  symlinkSync(other, link)
  expect(grants.isGranted(link, 'import')).toBe(false)
})

test('grants a path that does not exist yet, in any notation', () => {
  const wanted = join(folder, 'new', 'export.csv')
  grants.grant(join(folder, 'new', '..', 'new', 'export.csv'), 'export')
  mkdirSync(join(folder, 'new'))
  expect(grants.require(wanted, 'export')).toBe(wanted)
  grants.grant('~/Catalogs', 'workspace')
  expect(grants.isGranted(join(homedir(), 'Catalogs'), 'workspace')).toBe(true)
})

test.each(['products.csv', '', './x', '/tmp/a\0b'])('refuses %j, which is not an absolute path', (path) => {
  expect(() => grants.grant(path, 'import')).toThrow(/Enter the full path/)
  expect(grants.isGranted(path, 'import')).toBe(false)
})

test('keeps 500 grants and drops the oldest first', () => {
  for (let number = 0; number < 501; number++) grants.grant(join(folder, `${number}`), 'import')
  expect(grants.isGranted(join(folder, '0'), 'import')).toBe(false)
  expect(grants.isGranted(join(folder, '1'), 'import')).toBe(true)
  expect(grants.isGranted(join(folder, '500'), 'import')).toBe(true)
})
