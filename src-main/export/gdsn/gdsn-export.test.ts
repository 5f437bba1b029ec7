import { parse } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { ExportRequest } from '../../../src-shared/export/model.ts'
import { openExportWorkspace, wholeOf } from '../fixtures/export-workspace.ts'

const gln = '4012345000009'

async function made(format: 'gdsn' | 'gdsnreport', gdsn?: ExportRequest['gdsn']) {
  await using opened = await openExportWorkspace()
  const selection = { text: '', brandIds: [], manufacturerIds: [] }
  const { parts } = await opened.exports.open({ source: { selection }, format, cells: 'safe', gdsn })
  let note: string | undefined
  const bytes = await wholeOf(
    parts({
      onProgress(now) {
        note = now.note
      },
    }),
  )
  return { text: bytes.toString(), note }
}

const list = ['transaction', 'nutrientDetail', 'referencedFileHeader']
const read = (xml: string) =>
  new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => list.includes(name),
  }).parse(xml).catalogueItemNotificationMessage

test('a message with a transaction for each item', async () => {
  const { text, note } = await made('gdsn', {
    targetMarket: 'DE',
    language: 'en',
    informationProvider: gln,
    dataRecipient: gln,
  })
  expect(XMLValidator.validate(text)).toBe(true)
  const { StandardBusinessDocumentHeader: header, transaction } = read(text)
  expect(header).toMatchObject({
    Sender: { Identifier: { '#text': gln, '@_Authority': 'GS1' } },
    DocumentIdentification: { Standard: 'GS1', TypeVersion: '3.1', Type: 'catalogueItemNotification' },
  })
  expect(transaction).toHaveLength(3)
  const { catalogueItem } = transaction[0].documentCommand.catalogueItemNotification
  expect(catalogueItem).toMatchObject({
    dataRecipient: gln,
    tradeItem: {
      gtin: '00036000291452',
      informationProviderOfTradeItem: { gln },
      targetMarket: { targetMarketCountryCode: '276' },
      tradeItemInformation: {
        extension: {
          tradeItemDescriptionModule: {
            tradeItemDescriptionInformation: {
              tradeItemDescription: { '#text': 'Crème brûlée mix', '@_languageCode': 'en' },
              brandNameInformation: { brandName: 'Golden Field' },
            },
          },
        },
      },
    },
  })
  const numbers = new Set(text.match(/<entityIdentification>[^<]*/g))
  expect(numbers.size).toBe(9)
  expect(note).toMatch(/^2 items without a GPC category, which GDSN asks for\. Not in the message, /)
})

test('without its GLNs the message is made, and what is missing is said', async () => {
  const { text, note } = await made('gdsn')
  expect(text).not.toContain('<contentOwner>')
  expect(text).toContain('<targetMarketCountryCode>840<')
  expect(note).toMatch(/No GLN of the information provider was given: a data pool asks for it\./)
})

test('the report has every value that is left out, item by item', async () => {
  const { text, note } = await made('gdsnreport')
  const [headings = [], ...rows] = parse(text, { bom: true })
  expect(headings).toEqual(['Item identifier', 'GTIN', 'Name', 'What', 'Field', 'Value'])
  expect(new Set(rows.map(([id]) => id))).toEqual(new Set(['100', '101', '102']))
  expect(rows.every((row) => row.length === 6)).toBe(true)
  const fields = new Map<string, Set<string>>()
  for (const [id = '', , , , field = ''] of rows) fields.set(field, (fields.get(field) ?? new Set()).add(id))
  const [named = ''] = /items\): (.*?) \(\d+\);/.exec(note ?? '')?.slice(1) ?? []
  const [some = ''] = new RegExp(`${named} \\((\\d+)\\)`).exec(note ?? '')?.slice(1) ?? []
  expect(fields.get(named)?.size).toBe(Number(some))
})
