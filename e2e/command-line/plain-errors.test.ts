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

/** Name of the case, the arguments, and the expected message. */
const cases: [string, string[], RegExp][] = [
  ['an unknown command', ['serv'], /unknown command/i],
  ['an unknown option', ['sync', '--fast', ...data], /unknown option/i],
  ['an invalid port', ['serve', '--api-port', 'x', ...data], /port is a number/i],
  ['a sync without a connection', ['sync', ...data], /not connected/i],
  ['an invalid address', ['connect', 'nowhere', '--username', 'a', '--password', 'b', ...data], /URL/i],
  [
    'an unreachable service',
    ['connect', 'http://127.0.0.1:9', '--username', 'a', '--password', 'b', ...data],
    /127\.0\.0\.1:9/,
  ],
  ['a missing file', ['validate', join(folder, 'missing.xml')], /missing\.xml/],
  ['a missing feed', ['submit', join(folder, 'missing.xml'), '--as', 'create', ...data], /missing\.xml/],
  ['a feed with a wrong root element', ['submit', file, '--as', 'create', ...data], /root/i],
  ['an unknown operation', ['submit', file, '--as', 'delete', ...data], /Allowed choices/i],
  ['an import of a missing file', ['import', join(folder, 'missing.csv'), ...data], /missing\.csv/],
  ['an import of ambiguous numbers', ['import', weights, ...data], /1,000.*--decimal/],
  ['an unknown decimal mark', ['import', weights, '--decimal', 'dot', ...data], /Allowed choices/i],
  ['an unknown feed', ['status', 'nothing', ...data], /nothing/],
  ['a workspace path that is a file', ['status', '--data', file], /file\.xml/],
]

describe('errors are one or two plain lines with an exit code', () => {
  test.each(cases)('%s', async (_name, args, expected) => {
    const { code, stderr } = await deskFails(...args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(expected)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
