import { expect, test } from 'vitest'
import { testsByProcess } from './tests-of-their-own-process.ts'

const { own, shared } = testsByProcess()

test('tests that measure their process or replace a module run in their own process', () => {
  expect(own).toContain('src-main/hosts/electron/menu/menu.test.ts')
  expect(own).toContain('src-main/local-api/server/request-log.test.ts')
  expect(own).toContain('e2e/support/suite/tests-of-their-own-process.test.ts')
})

test('tests that only compute, or open and close a database, share a process', () => {
  expect(shared).toContain('src-shared/values/gtin.test.ts')
  expect(shared).toContain('src-main/catalog/search/lookup-options.test.ts')
})

test('each test file runs once', () => {
  expect(new Set([...own, ...shared]).size).toBe(own.length + shared.length)
})
