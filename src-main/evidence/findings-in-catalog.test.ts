import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogSelection } from '../../src-shared/catalog/model.ts'
import type { Finding } from '../../src-shared/evidence/model.ts'
import { itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { createCompleteness } from '../completeness/index.ts'
import { exportsOf } from '../export/fixtures/export-workspace.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { createQuality } from '../quality/index.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { comparisonWriter } from './comparison-store.ts'
import { decisionWriter, findingReader } from './finding-store.ts'

/** Findings as a filter and a column of the catalog, and in tables. */
let workspace: TemporaryWorkspace
const sha256 = 'a'.repeat(64)
const box = { x: 0.1, y: 0.25, width: 0.5, height: 0.05 }
const check = (rule: string): Finding => ({ kind: 'check', sha256, view: 'A1C1', message: '=Small', rule })
const differing: Finding = {
  ...{
    kind: 'label-differs',
    sha256,
    view: 'A2C1',
    message: 'Protein: the label shows 10 g, the record 9 g.',
  },
  value: { path: 'p', label: 'Protein', recorded: '9 g', printed: '10 g', box },
}
const other: Finding = {
  ...{ kind: 'other-item', sha256, view: '', message: 'The picture shows another code.' },
  code: { format: 'EAN-13', gtin14: '04006381333931', box },
}

beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  await storage
    .writer(catalogWriter)
    .putItems(['a', 'b', 'c'].map((id) => itemBytes({ id, codes: ['9521234543213'] })))
  const findings = [
    [differing, check('longer-side'), check('sharpness')],
    [other, check('margins'), { ...differing, kind: 'label-found' as const }],
    [],
  ]
  await storage.writer(comparisonWriter).store({
    items: ['a', 'b', 'c'].map((item, at) => ({
      item,
      mark: 0,
      addresses: [],
      findings: findings[at] ?? [],
    })),
    asOf: Number.MAX_SAFE_INTEGER,
  })
  const decide = storage.writer(decisionWriter).decide
  const key = { itemId: 'a', sha256, reason: '', note: '' } as const
  await decide({ ...key, kind: 'check', subject: 'sharpness', decision: 'dismissed', reason: 'misread' })
  await decide({ ...key, kind: 'label-differs', subject: 'p\nProtein\n10 g', decision: 'agreed' })
})
afterAll(() => workspace.close())

const selection: CatalogSelection = { text: '', brandIds: [], manufacturerIds: [] }
const found = async (findings: string[]) => {
  const { rows } = await workspace.storage.reader(catalogReader).searchRows({ ...selection, findings }, 0, 9)
  return rows.map(({ id }) => id)
}
const counted = async (chosen: CatalogSelection) => {
  for (;;) {
    const facets = await workspace.storage.reader(catalogReader).facets(chosen)
    if (facets.state === 'ready') return facets.findings.map(({ id, count }) => [id, count])
  }
}

test('the catalog is filtered by open findings, which leave it when they are dismissed', async () => {
  expect(await counted(selection)).toEqual([
    ['other-item', 1],
    ['label-differs', 1],
    ['check', 2],
  ])
  expect(await counted({ ...selection, findings: ['other-item'] })).toContainEqual(['check', 2])
  expect(await found(['check'])).toEqual(['a', 'b'])
  expect(await found(['other-item', 'label-differs'])).toEqual(['a', 'b'])
  expect(await found(['unreadable'])).toEqual([])
  const writer = workspace.storage.writer(decisionWriter)
  const key = { itemId: 'b', kind: 'check', sha256, subject: 'margins' } as const
  await writer.decide({ ...key, decision: 'dismissed', reason: 'misread', note: '' })
  expect(await found(['check'])).toEqual(['a'])
  expect(await counted(selection)).toContainEqual(['check', 1])
  await writer.undecide(key)
  expect(await found(['check'])).toEqual(['a', 'b'])
})

test('a row counts its open findings, the heaviest kind first', async () => {
  const { rows } = await workspace.storage.reader(catalogReader).searchRows(selection, 0, 9)
  expect(rows.map(({ findings }) => findings)).toEqual([
    [
      { kind: 'label-differs', count: 1 },
      { kind: 'check', count: 1 },
    ],
    [
      { kind: 'other-item', count: 1 },
      { kind: 'check', count: 1 },
    ],
    undefined,
  ])
})

test('Quality counts and lists the items that a picture contradicts', async () => {
  const { storage } = workspace
  const log = createLog('silent')
  const catalog = storage.reader(catalogReader, { same: true })
  const completeness = createCompleteness({ storage, log })
  const quality = createQuality({
    ...{ storage, catalog, completeness, clock: systemClock, log },
    arePicturesChecked: async () => true,
  })
  const figure = async () =>
    (await quality.report()).figures?.findings.find(({ id }) => id === 'picture-contradicts')
  await expect.poll(figure).toEqual({ id: 'picture-contradicts', of: 3, items: 2 })
  const list = await quality.list({ figure: 'finding:picture-contradicts', offset: 0, limit: 9 })
  expect(list.rows.map(({ id }) => id)).toEqual(['a', 'b'])
  await quality.close()
})

async function text(parts: AsyncGenerator<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all).toString()
}

test('the table of items has a column for them', async () => {
  const opened = await exportsOf(workspace).open({
    ...{ source: { itemIds: ['a', 'c'] }, format: 'csv', cells: 'raw' },
    columns: ['Item identifier', 'Findings of the picture check'],
  })
  expect(await text(opened.parts())).toBe(
    'Item identifier,Findings of the picture check\r\na,label-differs: 1; check: 1\r\nc,\r\n',
  )
})

test('the findings are written as a table, without the dismissed ones or with one decision', async () => {
  const reader = workspace.storage.reader(findingReader)
  const exports = exportsOf(workspace, { findings: { counts: reader.counts, after: reader.after } })
  const lines = async (request: Parameters<typeof exports.openFindings>[0]) =>
    (await text((await exports.openFindings(request)).parts())).trimEnd().split('\r\n').slice(1)
  const open = await lines({ format: 'findings-csv' })
  expect(open).toHaveLength(5)
  expect(open[0]).toBe(
    `b,"=""9521234543213""",Item b,other-item,The picture shows another code.,,"=""9521234543213""","=""4006381333931""",,${sha256},10.0 25.0 50.0 5.0,,,,,`,
  )
  expect(open[1]).toMatch(
    /^a,.*,label-differs,.*,Protein,9 g,10 g,A2C1,a{64},10\.0 25\.0 50\.0 5\.0,agreed,,,\d{4}-\d\d-\d\d /,
  )
  // A text that looks like a formula is not one.
  expect(open[2]).toContain(`'=Small`)
  expect(await lines({ format: 'findings-csv', kinds: ['other-item'] })).toEqual([open[0]])
  expect(await lines({ format: 'findings-csv', itemIds: ['c', 'b'], kinds: ['other-item'] })).toEqual([
    open[0],
  ])
  const dismissed = await lines({ format: 'findings-csv', decision: 'dismissed' })
  expect(dismissed).toEqual([expect.stringMatching(/,check,.*,sharpness,.*,dismissed,misread,,/)])
  const workbook = await exports.openFindings({ format: 'findings-xlsx' })
  expect(workbook.fileName).toMatch(/^picture-check-\d{4}-\d\d-\d\d\.xlsx$/)
  expect((await text(workbook.parts())).slice(0, 2)).toBe('PK')
  await expect(exports.openFindings({ format: 'findings-csv', kinds: ['allergen'] })).rejects.toThrow(
    'There are no such findings.',
  )
})
