import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './build.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fingerprint-'))
  mkdirSync(join(directory, 'rooms'))
  writeFileSync(join(directory, 'rooms/one.ts'), 'one')
})
afterEach(() => rmSync(directory, { recursive: true }))

const current = () => fingerprint(directory, ['rooms', 'missing'])

test('the fingerprint changes when a source is added, touched or removed', () => {
  const first = current()
  expect(current()).toBe(first)
  writeFileSync(join(directory, 'rooms/two.ts'), 'two')
  const second = current()
  expect(second).not.toBe(first)
  utimesSync(join(directory, 'rooms/two.ts'), 1, 1)
  expect(current()).not.toBe(second)
  rmSync(join(directory, 'rooms/two.ts'))
  expect(current()).toBe(first)
})

test('the fingerprint ignores tests and files elsewhere', () => {
  const first = current()
  writeFileSync(join(directory, 'rooms/one.test.ts'), 'test')
  writeFileSync(join(directory, 'notes.ts'), 'notes')
  expect(current()).toBe(first)
})
