import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordOf, tradeItemOf } from '../../../src-shared/gdsn/trade-item.ts'
import { readDecimal, writeDecimal } from '../../../src-shared/values/decimal.ts'
import { type Item, item as itemGroup } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader, catalogWriter } from '../../catalog/index.ts'
import { type ImportWorkspace, openImportWorkspace } from '../../import/fixtures/import-workspace.ts'
import { contractRecords } from '../../testing/local-api/contract-catalog.ts'
import { concatenated, exportsOf } from '../fixtures/export-workspace.ts'

const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const context = { language: 'en', targetMarket: 'US' }

const samples = join(import.meta.dirname, '../../../src-shared/vocabulary/samples/accepted')
const complete = /<item id[\s\S]*<\/item>/.exec(
  readFileSync(join(samples, 'item-record-complete.xml'), 'utf8'),
)?.[0]
const records = [
  ...contractRecords,
  complete ?? '',
  `<item id="901" status="P"><name>Ürümqi &lt;tea&gt; &amp; 1,000 leaves; 2.500 "best" = ok</name>
   <marketingDescription>Two
lines, a tab\t and 😀</marketingDescription>
   <upcs><upc type="UPC">012345678936</upc></upcs><lastUpdated id="u">2024-03-03T00:00:00Z</lastUpdated>
   <packageData type="Product"><length><measure>1.250</measure><uom>MTR</uom></length><weight><measure>.5</measure><uom>KGM</uom></weight><netWeight><measure>1,5</measure><uom>GRM</uom></netWeight></packageData>
   <products><product sequence="1"><brand>A, B; C &amp;copy; &amp;lt;</brand><manufacturer>Doe, Sons | Co</manufacturer><countryOfOrigin>GB</countryOfOrigin>
   <warnings><warning>May contain nuts; see lid | back</warning></warnings>
   <grocery><ingredients>Milk | sugar; (1.000 g)</ingredients><nutritions><nutrition sequence="1" title="As prepared">
   <servingSizes><servingSize type="metric"><measure>30</measure><uom>GRM</uom></servingSize></servingSizes>
   <sodium uom="MGM" dailyPct="1,5">1.500</sodium><iron uom="MGM">0.001</iron><dailyPercentOfIron>5</dailyPercentOfIron></nutrition></nutritions></grocery></product></products></item>`,
]

const exportOf = async ({ workspace }: ImportWorkspace): Promise<Buffer> => {
  const { parts } = await exportsOf(workspace).open({ source: everything, format: 'gdsn', cells: 'safe' })
  return concatenated(parts())
}

/** Records by name, reduced to the values that GDSN can carry. */
async function tradeItemsIn({ workspace }: ImportWorkspace): Promise<Map<string, Item>> {
  const reader = workspace.storage.reader(catalogReader)
  const { rows } = await reader.searchRows(everything.selection, 0, 500)
  const found = new Map<string, Item>()
  for (const { id } of rows) {
    const stored = await reader.item(id)
    const item = stored && parseElement(itemGroup, stored.body).value
    if (item) found.set(item.name ?? '', withoutOwn(item))
  }
  return found
}
/** Without values that the import has no field for, and without identifiers of another catalog's lists. */
function withoutOwn(item: Item): Item {
  const { item: back } = recordOf(tradeItemOf(item, context), context)
  if (back.packageData) delete back.packageData.dryWeight
  for (const medium of back.media ?? []) delete medium.description
  return JSON.parse(JSON.stringify(back, (_key, value: unknown) => plain(value)))
}
/** Numbers in their shortest form, as an import writes them. */
function plain(value: unknown): unknown {
  const number = typeof value === 'string' ? readDecimal(value) : undefined
  return number ? writeDecimal(number) : value
}

test('reimports a GDSN export with the same values', async () => {
  const first = await openImportWorkspace()
  const second = await openImportWorkspace()
  try {
    const utf8 = new TextEncoder()
    await first.workspace.storage.writer(catalogWriter).putItems(records.map((one) => utf8.encode(one)))
    const path = second.file(await exportOf(first), 'gdsn.xml')
    const { job, rejected } = await second.run(path)
    expect(rejected).toEqual([])
    expect(job).toMatchObject({ state: 'completed', created: records.length, rejected: 0 })
    const [before, after] = [await tradeItemsIn(first), await tradeItemsIn(second)]
    expect(before.size).toBe(records.length)
    for (const [name, item] of before) expect(after.get(name)).toEqual(item)
  } finally {
    await first.close()
    await second.close()
  }
})

test('reports values without a field by path, with their count and first line', async () => {
  const opened = await openImportWorkspace()
  try {
    const item = (gtin: string, inside: string) =>
      `<catalogueItem><tradeItem><gtin>${gtin}</gtin><tradeItemInformation><extension>${inside}</extension></tradeItemInformation></tradeItem></catalogueItem>`
    const named = (name: string, more = '') =>
      `<d:tradeItemDescriptionModule xmlns:d="urn:gs1:gdsn:trade_item_description:xsd:3"><tradeItemDescriptionInformation><tradeItemDescription languageCode="en">${name}</tradeItemDescription>${more}</tradeItemDescriptionInformation></d:tradeItemDescriptionModule>`
    const allergens = (...codes: string[]) =>
      `<a:allergenInformationModule xmlns:a="urn:gs1:gdsn:allergen_information:xsd:3"><allergenRelatedInformation>${codes.map((code) => `<allergen><allergenTypeCode>${code}</allergenTypeCode></allergen>`).join('')}</allergenRelatedInformation></a:allergenInformationModule>`
    const path = opened.file(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<c:catalogueItemNotificationMessage xmlns:c="urn:gs1:gdsn:catalogue_item_notification:xsd:3">',
        item('04006381333931', named('Tea', '<descriptionShort languageCode="en">T</descriptionShort>')),
        item('00012345678905', `${named('Oats')}${allergens('AM', 'AW')}`),
        '<tradeItem><gtin>1</gtin><broken></tradeItem>',
        item('04006381333932', named('Wrong check digit')),
        item('04012345000009', `${named('Rye')}${allergens('AW')}`),
        '</c:catalogueItemNotificationMessage>',
      ].join('\n'),
      'message.xml',
    )
    const preview = await opened.imports.preview({ file: path })
    expect(preview).toMatchObject({
      format: 'gdsn',
      mapping: { gtin: 'productCodes/productCode', brandName: 'products/product/brandDescription' },
    })
    const { job, rejected } = await opened.run(path)
    expect(job).toMatchObject({ created: 3, rejected: 2 })
    expect(rejected.map(({ line, code, reason }) => [line, code, reason])).toEqual([
      [5, 'ROW_UNREADABLE', expect.stringMatching(/its XML is broken/)],
      [6, expect.stringMatching(/^GTIN/), expect.any(String)],
    ])
    const report = await opened.imports.report({ id: job.id })
    const left = report?.columns.flatMap(({ column, left }) =>
      left
        .filter(({ code }) => code === 'NOT_MAPPED')
        .map(({ count, examples: [first] }) => [column, count, first?.line]),
    )
    expect(left).toEqual([
      ['tradeItemDescriptionModule/tradeItemDescriptionInformation/descriptionShort (en)', 1, 3],
      ['allergenInformationModule/allergenRelatedInformation/allergen/allergenTypeCode', 3, 4],
    ])
  } finally {
    await opened.close()
  }
})
