import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { deskFails } from '../support/programs/desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-errors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const data = ['--data', join(folder, 'workspace')]
const file = join(folder, 'file.xml')
writeFileSync(file, '<html/>')
const weights = join(folder, 'weights.tsv')
writeFileSync(weights, 'gtin\tname\tnet weight\n4006381333931\tTea\t1,000 g\n')

/** Every row: what is typed, and what the answer says. */
const cases: [string, string[], RegExp][] = [
  ['a command there is not', ['serv'], /unknown command/i],
  ['an option there is not', ['sync', '--fast', ...data], /unknown option/i],
  ['a port that is none', ['serve', '--api-port', 'x', ...data], /port is a number/i],
  ['a sync without a connection', ['sync', ...data], /not connected/i],
  ['an address that is none', ['connect', 'nowhere', '--username', 'a', '--password', 'b', ...data], /URL/i],
  [
    'a service that is not there',
    ['connect', 'http://127.0.0.1:9', '--username', 'a', '--password', 'b', ...data],
    /127\.0\.0\.1:9/,
  ],
  ['a file that is not there', ['validate', join(folder, 'missing.xml')], /missing\.xml/],
  [
    'a feed that is not there',
    ['submit', join(folder, 'missing.xml'), '--as', 'create', ...data],
    /missing\.xml/,
  ],
  ['a feed that is no feed', ['submit', file, '--as', 'create', ...data], /root/i],
  ['a kind there is not', ['submit', file, '--as', 'delete', ...data], /Allowed choices/i],
  ['an import of a file that is not there', ['import', join(folder, 'missing.csv'), ...data], /missing\.csv/],
  ['an import of numbers that can be read in two ways', ['import', weights, ...data], /1,000.*--decimal/],
  ['a decimal mark there is not', ['import', weights, '--decimal', 'dot', ...data], /Allowed choices/i],
  ['a feed nobody knows', ['status', 'nothing', ...data], /nothing/],
  ['a workspace where a file stands', ['status', '--data', file], /file\.xml/],
]

describe('errors are one or two plain lines, with a code', () => {
  test.each(cases)('%s', async (_name, args, expected) => {
    const { code, stderr } = await deskFails(...args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(expected)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
