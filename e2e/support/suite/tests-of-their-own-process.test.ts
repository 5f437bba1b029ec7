import { expect, test } from 'vitest'
import { testsByProcess } from './tests-of-their-own-process.ts'

const { own, shared } = testsByProcess()

test('what measures its process, or puts a module in the place of another, has a process of its own', () => {
  expect(own).toContain('src-main/hosts/electron/menu.test.ts')
  expect(own).toContain('src-main/local-api/server/request-log.test.ts')
  expect(own).toContain('e2e/support/suite/tests-of-their-own-process.test.ts')
})

test('what only computes, or opens a database and closes it, shares one', () => {
  expect(shared).toContain('src-shared/values/gtin.test.ts')
  expect(shared).toContain('src-main/catalog/search/lookup-options.test.ts')
})

test('each test file runs once', () => {
  expect(new Set([...own, ...shared]).size).toBe(own.length + shared.length)
})
