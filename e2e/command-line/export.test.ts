import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { exportFormats } from '../../src-shared/export/formats.ts'
import { checkDigit } from '../../src-shared/values/gtin.ts'
import { desk, deskFails, startDesk } from '../support/programs/desk.ts'

/** Exporting a catalog from the command line, and importing it into another workspace. */
const folder = mkdtempSync(join(tmpdir(), 'desk-export-'))
const data = join(folder, 'sandbox')
const out = (name: string) => join(folder, name)

beforeAll(async () => {
  const sandbox = await startDesk('--sandbox', '--sample', '--data', data)
  await sandbox.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) => desk('export', '--data', data, ...args)
const fails = (...args: string[]) => deskFails('export', '--data', data, ...args)

describe('desk export', () => {
  test("exports all records, valid for the program's schema", async () => {
    const report = JSON.parse(await run('--format', 'items', '--to', out('items.xml'), '--json'))
    const text = readFileSync(out('items.xml'), 'utf8')
    expect(report).toEqual({
      format: 'items',
      items: 282,
      bytes: Buffer.byteLength(text),
      to: out('items.xml'),
    })
    expect(text.match(/<item /g)).toHaveLength(282)
    expect(await desk('validate', out('items.xml'))).toBe('')
  })

  test('exports a part selected by words, brand or identifier', async () => {
    const itemsIn = async (...conditions: string[]) =>
      JSON.parse(await run('--format', 'items', '--to', out('part.xml'), '--force', '--json', ...conditions))
        .items
    const milk = await itemsIn('--q', 'milk')
    expect(milk).toBeGreaterThan(1)
    expect(await itemsIn('--q', 'milk', '--brand', 'b2001')).toBeLessThan(milk)
    expect(await itemsIn('--item', 'i3', 'i1')).toBe(2)
    const [first, second] = [...readFileSync(out('part.xml'), 'utf8').matchAll(/<item id="(\w+)"/g)]
    expect([first?.[1], second?.[1]]).toEqual(['i3', 'i1'])
  })

  test('a CSV table imported into another sandbox has every GTIN', async () => {
    await run('--format', 'csv', '--excel', '--to', out('items.csv'))
    const other = join(folder, 'other')
    const job = JSON.parse(await desk('import', out('items.csv'), '--data', other, '--json'))
    expect(job).toMatchObject({ state: 'completed', created: 282, rejected: 0 })
    const gtinsIn = async (of: string) => {
      const table = await desk('export', '--data', of, '--format', 'csv', '--to', '-')
      return [...table.matchAll(/^\w+,P,(\d+),/gm)].map(([, gtin]) => gtin).toSorted()
    }
    const gtins = await gtinsIn(data)
    expect(gtins).toHaveLength(282)
    expect(await gtinsIn(other)).toEqual(gtins)
  })

  test('exports the content of all retailers or of one as a valid feed', async () => {
    await run('--format', 'contentplus', '--to', out('content.xml'))
    expect(await desk('validate', out('content.xml'))).toBe('')
    const one = JSON.parse(
      await run('--format', 'contentplus', '--retailer', 'r4001', '--to', out('one.xml'), '--json'),
    )
    const text = readFileSync(out('one.xml'), 'utf8')
    expect(new Set([...text.matchAll(/<retailer id="(\w+)"/g)].map(([, id]) => id))).toEqual(
      new Set(['r4001']),
    )
    expect(text.match(/<item /g)).toHaveLength(one.items)
  })

  test('writes the same file to standard output', async () => {
    await run('--format', 'contentplus', '--to', out('whole.xml'))
    expect(await run('--format', 'contentplus', '--to', '-')).toBe(readFileSync(out('whole.xml'), 'utf8'))
  })

  // Windows has neither `head` nor signals for a pipe whose reader has closed.
  test.skipIf(process.platform === 'win32')(
    'does not fail when the reader of the pipe closes early',
    () => {
      const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')
      const command = `"${process.execPath}" "${entry}" export --data "${data}" --format items --to - | head -c 100`
      const read = execFileSync('bash', ['-o', 'pipefail', '-c', command])
      expect(read.toString()).toMatch(/^<\?xml .*\n<items /)
    },
    60_000,
  )

  test('keeps an existing file unless --force is given', async () => {
    writeFileSync(out('kept.csv'), 'kept')
    const { code, stderr } = await fails('--format', 'csv', '--to', out('kept.csv'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/kept\.csv already exists.*--force/)
    expect(readFileSync(out('kept.csv'), 'utf8')).toBe('kept')
    await run('--format', 'csv', '--to', out('kept.csv'), '--force')
    expect(readFileSync(out('kept.csv'), 'utf8')).toMatch(/^Item identifier,/)
  })

  test('exports a GDSN message that another workspace imports, and a report of what it omits', async () => {
    const other = out('gdsn-other')
    const report = JSON.parse(
      await run('--format', 'gdsn', '--sold-in', 'ca', '--to', out('gdsn.xml'), '--json'),
    )
    expect(report).toMatchObject({
      format: 'gdsn',
      items: 282,
      note: expect.stringMatching(/^Not in the message|GLN|GPC/),
    })
    const job = JSON.parse(await desk('import', out('gdsn.xml'), '--data', other, '--json'))
    expect(job).toMatchObject({ state: 'completed', created: 282, rejected: 0 })
    await run('--format', 'gdsnreport', '--to', out('left.csv'))
    expect(readFileSync(out('left.csv'), 'utf8').split('\r\n').length).toBeGreaterThan(282)
  })

  test('exports the items of a manufacturer with chosen columns', async () => {
    const columns = ['--columns', 'GTIN', 'Name']
    const table = await run('--format', 'csv', '--manufacturer', 'm1001', ...columns, '--to', '-')
    const [heading, ...rows] = table.trim().split('\r\n')
    expect(heading).toBe('GTIN,Name')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.length).toBeLessThan(100)
  })

  test('exports a table for a German spreadsheet, which is imported again without a loss', async () => {
    const form = ['--delimiter', 'semicolon', '--decimal', 'comma', '--words', 'de', '--codes', '--nutrition']
    await run('--format', 'csv', '--excel', ...form, '--to', out('tabelle.csv'))
    const text = readFileSync(out('tabelle.csv'), 'utf8')
    expect(text).toMatch(/^\uFEFFItem identifier;Status;Status code;GTIN;/)
    expect(text).toMatch(/;Veröffentlicht;P;/)
    expect(text).toMatch(/;\d+,\d+( \w+)?;/)
    const other = join(folder, 'german')
    const job = JSON.parse(await desk('import', out('tabelle.csv'), '--data', other, '--json'))
    expect(job).toMatchObject({ state: 'completed', created: 282, rejected: 0 })
    const again = await desk(
      'export',
      '--data',
      other,
      '--format',
      'csv',
      '--columns',
      'GTIN',
      'Net content',
      'Energy (kcal)',
      '--to',
      '-',
    )
    const before = await run(
      '--format',
      'csv',
      '--columns',
      'GTIN',
      'Net content',
      'Energy (kcal)',
      '--to',
      '-',
    )
    expect(again.split('\r\n').toSorted()).toEqual(before.split('\r\n').toSorted())
    await fails('--format', 'items', '--delimiter', 'tab', '--to', out('no.xml'))
  })

  test('prints the nutrition labels of the chosen market', async () => {
    for (const market of ['fda', 'eu'])
      await run('--format', 'pdf', '--item', 'i1', '--market', market, '--to', out(`${market}.pdf`))
    const [american, european] = [readFileSync(out('fda.pdf')), readFileSync(out('eu.pdf'))]
    expect(american.subarray(0, 5).toString()).toBe('%PDF-')
    expect(european.equals(american)).toBe(false)
  })

  test('exports a GDSN message with provider, recipient and language', async () => {
    const [provider, recipient] = ['400638100000', '950110102001'].map(
      (digits) => digits + checkDigit(digits),
    )
    const parties = ['--provider', `${provider}`, '--recipient', `${recipient}`]
    const message = await run('--format', 'gdsn', '--item', 'i1', ...parties, '--language', 'fr', '--to', '-')
    expect(message).toMatch(new RegExp(`<informationProviderOfTradeItem>\\s*<gln>${provider}<`))
    expect(message).toContain(`>${recipient}<`)
    expect(message).toMatch(/languageCode="fr"/)
  })

  test.each([
    ['an empty selection', ['--format', 'csv', '--q', 'zzzz'], /No item is in this selection/],
    ['an unknown retailer', ['--format', 'contentplus', '--retailer', '9'], /has content for that retailer/],
    [
      'a retailer with a table',
      ['--format', 'csv', '--retailer', 'r4001'],
      /--retailer goes with --format contentplus/,
    ],
    ['--raw with XML', ['--format', 'items', '--raw'], /--raw goes with --format csv/],
    ['--raw with --excel', ['--format', 'csv', '--raw', '--excel'], /choose one/],
    ['--excel with XML', ['--format', 'items', '--excel'], /--excel goes with --format csv/],
    ['an invalid GLN', ['--format', 'gdsn', '--provider', '12'], /A GLN has thirteen digits/],
    ['a market with a table', ['--format', 'csv', '--sold-in', 'US'], /go with --format gdsn/],
    ['--item with --q', ['--format', 'csv', '--item', '1', '--q', 'milk'], /choose one/],
    [
      'an unknown format',
      ['--format', 'docx'],
      new RegExp(`Allowed choices are ${exportFormats.join(', ')}`),
    ],
  ])(
    'refuses %s with a plain message and creates no file',
    async (_name, args, expected) => {
      const { code, stderr } = await fails(...args, '--to', out('refused'))
      expect(code).toBeGreaterThan(0)
      expect(stderr).toMatch(expected)
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
      expect(existsSync(out('refused'))).toBe(false)
      expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
    },
    60_000,
  )
})
