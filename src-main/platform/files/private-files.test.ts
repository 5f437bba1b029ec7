import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAccessibleToOthers, restrictAccess } from './private-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'))
  mkdirSync(join(folder, 'media'))
  writeFileSync(join(folder, 'catalog.db'), '')
  chmodSync(join(folder, 'media'), 0o755)
  chmodSync(join(folder, 'catalog.db'), 0o644)
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))
const modeOf = (path: string): number => statSync(path).mode & 0o777
const isOurs = (name: string): boolean => name === 'media' || name === 'catalog.db' || name === 'linked'

// Windows has no such file modes.
describe.skipIf(process.platform === 'win32')('closing our files to other users', () => {
  test('closes the folder too when it holds nothing else', async () => {
    expect(isAccessibleToOthers(folder)).toBe(true)
    expect(await restrictAccess(folder, isOurs)).toBeUndefined()
    expect([folder, join(folder, 'media'), join(folder, 'catalog.db')].map(modeOf)).toEqual([
      0o700, 0o700, 0o600,
    ])
    expect(isAccessibleToOthers(folder)).toBe(false)
  })

  test('keeps the mode of a folder that also holds other files, and returns that folder', async () => {
    const theirs = join(folder, 'notes.txt')
    writeFileSync(theirs, '')
    chmodSync(theirs, 0o644)
    expect(await restrictAccess(folder, isOurs)).toBe(folder)
    expect([folder, theirs, join(folder, 'catalog.db')].map(modeOf)).toEqual([0o755, 0o644, 0o600])
  })

  test('does not follow a link out of the folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    chmodSync(outside, 0o755)
    symlinkSync(outside, join(folder, 'linked'))
    await restrictAccess(folder, isOurs)
    expect(modeOf(outside)).toBe(0o755)
    rmSync(outside, { recursive: true })
  })
})
