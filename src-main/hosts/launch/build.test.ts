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

const taken = () => fingerprint(directory, ['rooms', 'missing'])

test('changes when a source is added, touched or removed', () => {
  const first = taken()
  expect(taken()).toBe(first)
  writeFileSync(join(directory, 'rooms/two.ts'), 'two')
  const second = taken()
  expect(second).not.toBe(first)
  utimesSync(join(directory, 'rooms/two.ts'), 1, 1)
  expect(taken()).not.toBe(second)
  rmSync(join(directory, 'rooms/two.ts'))
  expect(taken()).toBe(first)
})

test('a test or a file elsewhere makes nothing stale', () => {
  const first = taken()
  writeFileSync(join(directory, 'rooms/one.test.ts'), 'test')
  writeFileSync(join(directory, 'notes.ts'), 'notes')
  expect(taken()).toBe(first)
})
