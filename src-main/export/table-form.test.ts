import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvCells, delimiters, type TableForm, tableForm } from '../../src-shared/export/model.ts'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'
import { nutritionColumns } from '../../src-shared/vocabulary/nutrition-columns.ts'
import { catalogWriter } from '../catalog/index.ts'
import { detectColumn } from '../import/columns/detect-mapping.ts'
import { fieldOfFeed } from '../import/columns/import-fields.ts'
import { type ImportWorkspace, openImportWorkspace } from '../import/fixtures/import-workspace.ts'
import { gtinOf } from '../testing/feed-payloads.ts'
import { readingColumns } from './columns/reading-columns.ts'
import { columnsWithNutrition, csvHeading, csvRows } from './csv-table.ts'
import { concatenated, exportsOf } from './fixtures/export-workspace.ts'

const bytes = (xml: string) => new TextEncoder().encode(xml)
const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const form = (some: Partial<TableForm>): TableForm => tableForm.parse(some)

describe('further columns', () => {
  test.each(nutritionColumns.map(({ heading, feed = '' }) => [heading, feed]))(
    '%s is imported again',
    (heading, feed) => {
      expect(fieldOfFeed(feed)).toBeDefined()
      expect(detectColumn(heading)?.path).toBe(fieldOfFeed(feed)?.path)
    },
  )
  test.each([...readingColumns.map(({ heading }) => heading), 'Category name', 'Status code'])(
    '%s is ignored by the import',
    (heading) => expect(detectColumn(heading)).toBeUndefined(),
  )
})

describe('a table', () => {
  const tea = bytes(`<item id="7" status="P"><name>Tea</name><privateLabelItem>Y</privateLabelItem>
    <categories><category type="GPC" id="10000116">Tea bags</category></categories>
    <packageData><netWeight><measure>2.5</measure><uom>KGM</uom></netWeight></packageData>
    <products><product><countryOfOrigin>DE</countryOfOrigin></product></products></item>`)
  const linesOf = (columns: string[], table: Partial<TableForm>, cells: CsvCells = 'safe') => {
    const choice = { columns, table: form(table) }
    return (csvHeading(cells, choice) + csvRows([tea], cells, choice)).trim().split('\r\n')
  }

  test('has the columns in the order that was chosen', () => {
    expect(linesOf(['Net content', 'Name'], {})).toEqual(['Net content,Name', '2.5 kg,Tea'])
  })
  test('has the delimiter and the decimal mark that were chosen', () => {
    expect(linesOf(['Name', 'Net content'], { delimiter: ';', decimal: 'comma' })).toEqual([
      'Name;Net content',
      'Tea;2,5 kg',
    ])
    expect(linesOf(['Net content'], { decimal: 'comma' })).toEqual(['Net content', '"2,5 kg"'])
  })
  test('has words for codes, and the codes beside them if they are wanted', () => {
    const columns = ['Status', 'Category id', 'Country of origin', 'Private label']
    expect(linesOf(columns, { words: 'de' })).toEqual([
      'Status,Category name,Country of origin,Private label',
      'Veröffentlicht,Tea bags,Deutschland,Ja',
    ])
    expect(linesOf(columns, { words: 'en', codes: true })).toEqual([
      'Status,Status code,Category name,Category id,Country of origin,Country of origin code,Private label',
      'Published,P,Tea bags,10000116,Germany,DE,Yes',
    ])
  })
})

const amount = fc.oneof(
  fc.constantFrom('1.234', '250.125', '0.5', '2.50', '12', '1000', '999.999'),
  fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => String(thousandths / 1000)),
)
/** A food with measures and nutrition facts. */
const food = fc.record({
  ...{ net: amount, height: amount, fat: amount, sodium: amount, vitaminD: amount, serving: amount },
  energy: fc.integer({ min: 0, max: 900 }),
  country: fc.constantFrom('DE', 'US', 'FR', 'MX'),
  isPrivate: fc.constantFrom('Y', 'N'),
})
type Food = typeof food extends fc.Arbitrary<infer T> ? T : never
const recordOf = (of: Food, index: number) =>
  `<item id="${index + 1}" status="P"><name>Food ${index}</name><upcs><upc type="GTIN">${gtinOf(index + 1)}</upc></upcs>
   <privateLabelItem>${of.isPrivate}</privateLabelItem>
   <categories><category type="GPC" id="10000116">Tea bags</category></categories>
   <packageData><height><measure>${of.height}</measure><uom>CMT</uom></height><netWeight><measure>${of.net}</measure><uom>GRM</uom></netWeight></packageData>
   <products><product sequence="1" id="${index + 1}-1" type="grocery"><countryOfOrigin>${of.country}</countryOfOrigin><grocery><nutritions>
   <nutrition sequence="1" title="Dry"><servingSizes><servingSize type="metric"><measure>${of.serving}</measure><uom>GRM</uom></servingSize></servingSizes>
   <energy>${of.energy}</energy><totalFat uom="GRM" dailyPct="7" calories="">${of.fat}</totalFat><sodium uom="MGM" dailyPct="3">${of.sodium}</sodium><vitaminD uom="MC">${of.vitaminD}</vitaminD></nutrition>
   <nutrition sequence="2" title="Prepared"><energy>1</energy></nutrition></nutritions></grocery></product></products></item>`

const forms = fc.record({
  delimiter: fc.constantFrom(...delimiters),
  decimal: fc.constantFrom('point' as const, 'comma' as const),
  words: fc.constantFrom(undefined, 'en' as const, 'de' as const, 'es' as const, 'fr' as const),
  codes: fc.boolean(),
})

describe('a table with nutrition facts', () => {
  const tableOf = async (
    opened: ImportWorkspace,
    format: 'csv' | 'xlsx',
    cells: CsvCells,
    table: TableForm,
  ) => {
    const { storage, directory } = opened.workspace
    const { parts } = await exportsOf({ storage, directory }).open({
      ...{ source: everything, format, cells, table, columns: columnsWithNutrition },
    })
    return concatenated(parts())
  }
  const all = async (opened: ImportWorkspace, count: number) => {
    const records = await Promise.all(
      Array.from({ length: count }, (_, index) => opened.record(gtinOf(index + 1))),
    )
    return records.map((record) => {
      const { lastUpdated: _when, ...rest } = record ?? {}
      return JSON.parse(JSON.stringify(rest)) as Item
    })
  }
  /** The values that a table has of an item. */
  const valuesOf = ({ name, packageData, products, privateLabelItem }: Item) => {
    const [product] = products ?? []
    const [panel] = product?.grocery?.nutritions ?? []
    const numberOf = (text: string | undefined) => Number(text)
    return {
      ...{ name, privateLabelItem, country: product?.countryOfOrigin },
      net: [numberOf(packageData?.netWeight?.measure), packageData?.netWeight?.uom],
      height: [numberOf(packageData?.height?.measure), packageData?.height?.uom],
      serving: panel?.servingSizes?.map(({ measure, uom }) => [numberOf(measure), uom]),
      energy: numberOf(panel?.energy),
      nutrients: [panel?.totalFat, panel?.sodium, panel?.vitaminD].map((one) => [
        numberOf(one?.text),
        one?.uom,
      ]),
    }
  }

  test('has the same values in another catalog, and changes nothing in its own, in every form', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(food, { minLength: 1, maxLength: 25 }),
        forms,
        fc.constantFrom('csv' as const, 'xlsx' as const),
        fc.constantFrom('safe' as const, 'spreadsheet' as const, 'raw' as const),
        async (foods, some, format, cells) => {
          const [first, second] = [await openImportWorkspace(), await openImportWorkspace()]
          try {
            await first.workspace.storage
              .writer(catalogWriter)
              .putItems(foods.map((one, index) => bytes(recordOf(one, index))))
            const before = await all(first, foods.length)
            const table = await tableOf(first, format, cells, form(some))
            const { rejected } = await second.run(second.file(table, `items.${format}`))
            expect(rejected).toEqual([])
            const copied = await all(second, foods.length)
            expect(copied.map(valuesOf)).toEqual(before.map(valuesOf))
            await first.run(first.file(table, `items.${format}`))
            const after = await all(first, foods.length)
            expect(after.map(({ products }) => products)).toEqual(before.map(({ products }) => products))
          } finally {
            await first.close()
            await second.close()
          }
        },
      ),
      { numRuns: numberOfCases(8) },
    )
  }, 240_000)

  test('changes one amount, and keeps the other values of the panel and the other panels', async () => {
    const opened = await openImportWorkspace()
    try {
      const one: Food = {
        ...{ net: '1', height: '2', fat: '3.5', sodium: '77', vitaminD: '4', serving: '30' },
        energy: 50,
        country: 'DE',
        isPrivate: 'N',
      }
      await opened.workspace.storage.writer(catalogWriter).putItems([bytes(recordOf(one, 0))])
      const table = (
        await tableOf(opened, 'csv', 'safe', form({ delimiter: ';', decimal: 'comma' }))
      ).toString()
      await opened.run(opened.file(table.replace(';3,5;', ';4,5;')))
      const [changed] = await all(opened, 1)
      expect(changed?.products?.[0]?.grocery?.nutritions).toMatchObject([
        { title: 'Dry', totalFat: { text: '4.5', uom: 'GRM' }, sodium: { text: '77', dailyPct: '3' } },
        { title: 'Prepared' },
      ])
    } finally {
      await opened.close()
    }
  }, 60_000)
})
