import { expect, test } from 'vitest'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { toPlainError } from '../../../storage/index.ts'
import { storageTrouble } from './api-error.ts'

const ofSqlite = (code: string) => toPlainError(Object.assign(new Error('at /home/me/catalog.db'), { code }))

// A disk that is really full is in e2e/command-line/full-disk-uploads.test.ts.
test.each<[string, unknown, number, RegExp]>([
  ['a full disk', ofSqlite('SQLITE_FULL'), 507, /disk is full/],
  ['a share that is used up', new PlainError('disk-full', '/home/me: full'), 507, /disk is full/],
  ['a disk that can only be read', ofSqlite('SQLITE_READONLY_DIRECTORY'), 507, /only be read/],
  ['an error of the disk', ofSqlite('SQLITE_IOERR_WRITE'), 507, /disk reported an error/],
  ['no right to write', new PlainError('not-allowed', '/home/me: no'), 507, /may not be written/],
  ['another program that writes', ofSqlite('SQLITE_BUSY'), 503, /another program is writing/],
])('%s is told as the cause, without a path', (_what, thrown, status, words) => {
  const trouble = storageTrouble(thrown)
  expect(trouble?.status).toBe(status)
  expect(trouble?.message).toMatch(words)
  expect(trouble?.message).not.toContain('/home')
})

test('a defect is not', () => {
  expect(storageTrouble(new Error('defect'))).toBeUndefined()
  expect(storageTrouble(ofSqlite('SQLITE_CORRUPT'))).toBeUndefined()
})
