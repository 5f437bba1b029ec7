import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { ExportRequest } from '../../../src-shared/export/model.ts'
import { addElement, elementAt, gdsnElement } from '../../../src-shared/gdsn/element.ts'
import { schemaFaults } from '../../../src-shared/gdsn/testing/message-schema.ts'
import { readTradeItem } from '../../import/source/gdsn/read-trade-item.ts'
import { concatenated, openExportWorkspace } from '../fixtures/export-workspace.ts'
import { transaction } from './gdsn-message.ts'

const gln = '4012345000009'
const choice = { targetMarket: 'DE', language: 'en', informationProvider: gln, dataRecipient: gln }

async function made(format: 'gdsn' | 'gdsnreport', gdsn?: ExportRequest['gdsn']) {
  await using opened = await openExportWorkspace()
  const selection = { text: '', brandIds: [], manufacturerIds: [] }
  const { parts } = await opened.exports.open({ source: { selection }, format, cells: 'safe', gdsn })
  let note: string | undefined
  const bytes = await concatenated(
    parts({
      onProgress(now) {
        note = now.note
      },
    }),
  )
  return { text: bytes.toString(), note }
}

const tradeItemPath = 'documentCommand/catalogueItemNotification/catalogueItem/tradeItem'
const list = ['transaction', 'nutrientDetail', 'referencedFileHeader']
const read = (xml: string) =>
  new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => list.includes(name),
  }).parse(xml).catalogueItemNotificationMessage

test('writes a message with one transaction per item', async () => {
  const { text, note } = await made('gdsn', choice)
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
  expect(note).toMatch(/^2 items without a GPC category, which GDSN requires\. Not in the message, /)
})

/** Parses a message and returns the violations of its schema. */
function faultsIn(message: string): string[] {
  const found = readTradeItem(message)
  return 'fault' in found ? [found.fault] : schemaFaults(found.element)
}

test('writes a message that is valid for its schema', async () => {
  const { text } = await made('gdsn', choice)
  // Two of the items have no category.
  const lack = 'tradeItem lacks gdsnTradeItemClassification'
  expect(faultsIn(text)).toEqual([lack, lack])
  // Modules have their own namespaces; the elements in them have none.
  const modules = text.match(/<[\w:]+Module[^>]*>/g) ?? []
  expect(modules.length).toBeGreaterThan(9)
  for (const one of modules) expect(one).toMatch(/^<(\w+):\w+ xmlns:\1="urn:gs1:gdsn:\1:xsd:3">$/)
  expect(text).not.toContain('xmlns="')
  const changed = read(text).transaction.map(
    (one: { documentCommand: { catalogueItemNotification: { catalogueItem: { tradeItem: unknown } } } }) =>
      one.documentCommand.catalogueItemNotification.catalogueItem.tradeItem,
  )
  expect(changed).toMatchObject(
    ['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z', '2024-03-02T12:00:00.000Z'].map(
      (lastChangeDateTime) => ({ tradeItemSynchronisationDates: { lastChangeDateTime } }),
    ),
  )
})

test('escapes texts that look like XML references, and shortens long identifiers', () => {
  const envelope = { ...choice, id: randomUUID(), made: '2026-11-23T09:00:00.000Z' }
  const item = gdsnElement('tradeItem')
  const text = 'Ben &jerry; &lt;b> &#65; ]]> \r "x"'
  addElement(item, 'manufacturerOfTradeItem/partyName', text, { note: text })
  const written = transaction(item, 'x'.repeat(500), envelope)
  const found = readTradeItem(written)
  const partyName =
    'element' in found && elementAt(found.element, `${tradeItemPath}/manufacturerOfTradeItem/partyName`)
  expect(partyName).toMatchObject({ text, attributes: { note: text } })
  const names = [...written.matchAll(/<entityIdentification>([^<]*)/g)].map(([, name = '']) => name)
  expect(names.map(({ length }) => length)).toEqual([79, 75, 80])
})

test('writes the message without GLNs, and reports that they are missing', async () => {
  const { text, note } = await made('gdsn')
  expect(text).not.toContain('<contentOwner>')
  expect(new Set(faultsIn(text))).toEqual(
    new Set([
      'StandardBusinessDocumentHeader lacks Sender',
      'StandardBusinessDocumentHeader lacks Receiver',
      'tradeItem lacks informationProviderOfTradeItem',
      'tradeItem lacks gdsnTradeItemClassification',
    ]),
  )
  expect(text).toContain('<targetMarketCountryCode>840<')
  expect(note).toMatch(/No GLN of the information provider was given: a data pool asks for it\./)
  expect(note).toContain('No GLN of a recipient was given: GS1’s schema asks for it.')
})

test('reports every value left out, item by item', async () => {
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
