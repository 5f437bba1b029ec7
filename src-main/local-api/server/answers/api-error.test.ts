import { expect, test } from 'vitest'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { toPlainError } from '../../../storage/index.ts'
import { storageTrouble } from './api-error.ts'

const sqliteError = (code: string) =>
  toPlainError(Object.assign(new Error('at /home/me/catalog.db'), { code }))

// A disk that is really full is tested in e2e/command-line/full-disk-uploads.test.ts.
test.each<[string, unknown, number, RegExp]>([
  ['a full disk', sqliteError('SQLITE_FULL'), 507, /disk is full/],
  ['a disk quota', new PlainError('disk-full', '/home/me: full'), 507, /disk is full/],
  ['a read-only disk', sqliteError('SQLITE_READONLY_DIRECTORY'), 507, /is read-only/],
  ['a disk error', sqliteError('SQLITE_IOERR_WRITE'), 507, /disk reported an error/],
  ['a missing write permission', new PlainError('not-allowed', '/home/me: no'), 507, /may not be written/],
  ['another writing program', sqliteError('SQLITE_BUSY'), 503, /another program is writing/],
])('reports %s without a path', (_what, thrown, status, words) => {
  const trouble = storageTrouble(thrown)
  expect(trouble?.status).toBe(status)
  expect(trouble?.message).toMatch(words)
  expect(trouble?.message).not.toContain('/home')
})

test('does not report a defect', () => {
  expect(storageTrouble(new Error('defect'))).toBeUndefined()
  expect(storageTrouble(sqliteError('SQLITE_CORRUPT'))).toBeUndefined()
})
