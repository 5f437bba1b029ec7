import { afterEach, beforeEach, expect, test } from 'vitest'
import { item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { writeElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { gtinPath, namePath, type Reading, targetFields } from './columns/import-fields.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

/** A valid value for each conversion, containing the given number where possible. */
const values: Partial<Record<Reading, (mark: number) => string>> = {
  kind: () => 'grocery',
  flag: () => 'yes',
  whole: (mark) => String(mark),
  decimal: (mark) => String(mark),
  country: () => 'Portugal',
  measure: (mark) => `${mark} g`,
  nutrient: (mark) => `${mark} mg`,
  energy: (mark) => `${mark} kcal`,
  servings: (mark) => `${mark} g`,
  media: (mark) => `https://pictures.example/${mark}.jpg`,
}
/** Fields whose value cannot contain the number. */
const fixedValues: Record<string, string> = {
  'packageData/length': '700 cm',
  'packageData/width': '701 cm',
  'packageData/height': '702 cm',
}
const fields = targetFields.filter(
  ({ path, reading }) =>
    path !== gtinPath && path !== namePath && reading !== 'unit' && reading !== 'dimensions',
)
const cells = fields.map(({ path, reading }, index) => {
  const mark = 700_000 + index
  return { path, mark, value: fixedValues[path] ?? (values[reading] ?? ((number) => `word${number}`))(mark) }
})
const table = [
  ['gtin', 'name', ...cells.map(({ path }) => path)],
  ['4006381333931', 'Tea', ...cells.map(({ value }) => value)],
]
const chosen = {
  mapping: { gtin: gtinPath, name: namePath, ...Object.fromEntries(cells.map(({ path }) => [path, path])) },
}
const file = () => opened.file(table.map((row) => row.join('\t')).join('\n'), 'all.tsv')

test('stores every field of an import in the record', async () => {
  const path = file()
  const { job } = await opened.run(path, 'catalog', chosen)
  const report = await opened.imports.report({ id: job.id })
  expect(report?.columns.filter(({ left }) => left.length > 0)).toEqual([])
  const record = await opened.record('4006381333931')
  const xml = record ? writeElement(itemGroup, 'item', record) : ''
  const marked = cells.filter(({ value, mark }) => value.includes(String(mark)))
  expect(marked.length).toBeGreaterThan(60)
  expect(marked.filter(({ mark }) => !xml.includes(String(mark))).map(({ path }) => path)).toEqual([])
  for (const one of ['700', '701', '702', '>PT<']) expect(xml).toContain(one)
  const flags = cells.filter(({ value }) => value === 'yes').map(({ path }) => path.split('/').at(-1) ?? '')
  expect(flags.filter((name) => !xml.includes(`<${name}>Y</${name}>`))).toEqual([])
  expect((await opened.run(path, 'catalog', chosen)).job).toMatchObject({ unchanged: 1 })
})

test('stores every field in a feed, except names and words where the feed requires numbers', async () => {
  const { job } = await opened.run(file(), 'drafts', chosen)
  const report = await opened.imports.report({ id: job.id })
  const left = report?.columns.flatMap(({ column, left }) => left.map(({ code }) => `${column} ${code}`))
  expect(left).toEqual([
    'manufacturerId NAME_UNKNOWN',
    'distributorId NAME_UNKNOWN',
    'importerId NAME_UNKNOWN',
    'categoryId NO_CATEGORY_NUMBER',
    'products/product/grocery/kosherCodes/kosherCode NOT_A_CODE',
  ])
  const [draft] = (await opened.drafts.drafts({ offset: 0, limit: 1 })).drafts
  const { text: xml } = await opened.drafts.draftText({ id: draft?.id ?? '' })
  const kept = cells.filter(({ path, value, mark }) => {
    return value.includes(String(mark)) && !left?.some((one) => one.startsWith(`${path} `))
  })
  expect(kept.filter(({ mark }) => !xml.includes(String(mark))).map(({ path }) => path)).toEqual([])
})
