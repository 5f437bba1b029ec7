import { describe, expect, it } from 'vitest'
import { documents } from '../../documents.ts'
import { ingestItem } from '../../elements/ingest.ts'
import { item } from '../../elements/item.ts'
import { parseDocument, parseElement, writeDocument, writeElement } from '../kit.ts'

const feed = (inside: string) => `<items xmlns="https://ns.catalog-desk.example/feed/item">${inside}</items>`
const codes = (xml: string | Uint8Array) =>
  parseDocument(documents.ingestItems, xml).problems.map(({ code }) => code)

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2 + 2))
  for (const [index, unit] of [...`\uFEFF${text}`].flatMap((point) => point.split('')).entries()) {
    bytes.setUint16(index * 2, unit.charCodeAt(0), littleEndian)
  }
  return new Uint8Array(bytes.buffer)
}

describe('encodings', () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${feed('<item><ecommerceTitle>Crème 😀</ecommerceTitle></item>')}`
  it.each([
    ['UTF-16, low byte first', utf16(text, true)],
    ['UTF-16, high byte first', utf16(text, false)],
    ['UTF-8', new TextEncoder().encode(text.replace('UTF-16', 'utf-8'))],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text.replace('UTF-16', 'UTF-8')}`)],
    ['text', `\uFEFF${text}`],
  ])('reads %s', (_name, source) => {
    const { value, problems } = parseDocument(documents.ingestItems, source)
    expect(problems).toEqual([])
    expect(value?.item[0]?.ecommerceTitle).toBe('Crème 😀')
  })

  it.each([
    ['bytes that are not UTF-8', new Uint8Array([0x3c, 0x61, 0xe9, 0x3e])],
    ['UTF-16 cut in the middle', utf16(feed('<item/>'), true).subarray(0, 31)],
    [
      'another declared encoding',
      new TextEncoder().encode(`<?xml version="1.0" encoding="ISO-8859-1"?>${feed('<item/>')}`),
    ],
    ['UTF-16 declared but not marked', new TextEncoder().encode(text)],
  ])('refuses %s', (_name, source) => {
    expect(codes(source)).toEqual(['encoding'])
  })
})

describe('limits', () => {
  const nested = (depth: number) =>
    feed(`<item><attributes>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</attributes></item>`)
  it('accepts 64 nested elements and refuses 65', () => {
    expect(codes(nested(61))).toEqual([])
    expect(codes(nested(62))).toEqual(['too-deep'])
  })
  it('accepts an attribute of 64 KB and refuses a longer one, counted in bytes', () => {
    expect(codes(feed(`<item type="${'x'.repeat(65536)}"/>`))).toEqual([])
    expect(codes(feed(`<item type="${'x'.repeat(65537)}"/>`))).toEqual(['attribute-too-long'])
    expect(codes(feed(`<item type="${'é'.repeat(32769)}"/>`))).toEqual(['attribute-too-long'])
  })
  it('accepts a document of 16 MB and refuses a larger one', () => {
    const item = `<item><ecommerceTitle>${'x'.repeat(1_000_000)}</ecommerceTitle></item>`
    const around = feed(item.repeat(16))
    const filled = (bytes: number) => around + ' '.repeat(bytes - around.length)
    expect(codes(filled(16 * 1024 * 1024))).toEqual([])
    expect(codes(filled(16 * 1024 * 1024 + 1))).toEqual(['too-large'])
    expect(codes(new Uint8Array(16 * 1024 * 1024 + 1))).toEqual(['too-large'])
  })
  it('reads a feed of 1000 items in under 3 seconds', () => {
    const one =
      '<item type="grocery"><ecommerceTitle>x</ecommerceTitle><products><product><description>y</description></product></products></item>'
    const before = performance.now()
    expect(parseDocument(documents.ingestItems, feed(one.repeat(1000))).value?.item).toHaveLength(1000)
    expect(performance.now() - before).toBeLessThan(3000)
  })
})

describe('positions', () => {
  it('reports line and column of the faulty element', () => {
    const xml = feed(
      '\n  <item>\n    <packageData>\n      <unitsInPackage>two</unitsInPackage></packageData><colour/>\n  </item>',
    )
    expect(parseDocument(documents.ingestItems, xml).problems).toMatchObject([
      { code: 'invalid', path: 'items/item[1]/packageData/unitsInPackage', line: 4, column: 7 },
      { code: 'unknown-element', path: 'items/item[1]/colour', line: 4, column: 57 },
    ])
  })
  it('reports line and column of a list entry that contains only text', () => {
    const xml = feed(
      '<item><products><product><grocery><kosherCodes>\n<kosherCode>1</kosherCode>\n<kosherCode>x</kosherCode></kosherCodes></grocery></product></products></item>',
    )
    expect(parseDocument(documents.ingestItems, xml).problems).toMatchObject([{ line: 3, column: 1 }])
  })
})

describe('unknown content', () => {
  const known = `<?xml version="1.0" encoding="UTF-8"?>`
  it.each([
    ['an element first', '<item><new/><name>x</name></item>'],
    [
      'an element between',
      '<item><name>x</name><new a="1">y<b/></new><otherDescription>z</otherDescription></item>',
    ],
    [
      'an element in another namespace',
      '<item><name>x</name><new xmlns="urn:n" xmlns:p="urn:p" p:a="1"><inner/></new></item>',
    ],
    ['an attribute', '<item id="1" kind="x"><name lang="en">x</name></item>'],
    ['an attribute with a prefix', '<item id="1" xmlns:p="urn:p" p:a="&quot;"/>'],
    [
      'an attribute and an element of a wrapper',
      '<item><upcs n="1"><new/><upc type="GTIN">1</upc><new/><upc>2</upc><new/></upcs></item>',
    ],
    [
      'an attribute of one simple entry',
      '<item><products><product><warnings><warning>a</warning><warning lang="en">b</warning></warnings></product></products></item>',
    ],
    ['an element inside a simple one', '<item><name>x<b/></name></item>'],
    [
      'an element after the text of an element with attributes',
      '<item><created id="u">2024-01-01T00:00:00Z<b/></created></item>',
    ],
    ['text between elements', '<item>hello<name>x</name></item>'],
    ['a repeated element that may occur only once', '<item><name>x</name><name>y</name></item>'],
    ['a comment', '<item><!-- why --><name>x</name></item>'],
  ])('is written back at its position: %s', (_name, inside) => {
    const xml = `${known}<items xmlns="https://ns.catalog-desk.example/item" start="0" count="1" total="1">${inside}</items>`
    const { value } = parseDocument(documents.items, xml)
    expect(value && writeDocument(documents.items, value)).toBe(xml)
  })

  it('is a warning in responses and an error in requests', () => {
    expect(parseElement(item, '<item id="1"><new/></item>').problems).toMatchObject([{ severity: 'warning' }])
    expect(
      parseElement(ingestItem, '<item><new/></item>', { role: 'request' }).problems[0],
    ).not.toHaveProperty('severity')
  })

  it('is written in the namespace of the document, with the given base', () => {
    const { value } = parseDocument(documents.ingestItems, feed('<item><new><inner/></new></item>'))
    expect(value && writeDocument(documents.ingestItems, value, { namespaceBase: 'urn:b' })).toContain(
      '<items xmlns="urn:b/feed/item"><item><new><inner/></new></item></items>',
    )
  })

  it('moves to the end of a list that has become shorter', () => {
    const { value } = parseElement(item, '<item id="1"><upcs><upc>1</upc><upc>2</upc><new/></upcs></item>')
    value?.upcs?.pop()
    expect(value && writeElement(item, 'item', value)).toBe(
      '<item id="1"><upcs><upc>1</upc><new/></upcs></item>',
    )
  })
})

describe('namespaces', () => {
  it('are reported if unexpected, and the document is still read', () => {
    const { value, problems } = parseDocument(
      documents.items,
      '<items xmlns="urn:x/item" start="0" count="1" total="1"><item id="1"/></items>',
    )
    expect(problems).toMatchObject([{ code: 'namespace', severity: 'warning', path: 'items' }])
    expect(value?.item).toEqual([{ id: '1' }])
  })
  it('use the base of the connection', () => {
    const xml = '<items xmlns="urn:x/item" start="0" count="0" total="0"/>'
    expect(parseDocument(documents.items, xml, { namespaceBase: 'urn:x/' }).problems).toEqual([])
  })
  it('are not required on a single element', () => {
    expect(parseElement(item, '<item id="1"/>', { namespace: 'urn:x/item' }).problems).toEqual([])
  })
})

describe('spellings', () => {
  it('are normalized to the canonical one', () => {
    const xml = feed(
      '<item><ecommerceDescription><entry lang="EN_us">x</entry><entry lang="zh_hant_TW">y</entry></ecommerceDescription><privateLabelItem> yes </privateLabelItem></item>',
    )
    const { value, problems } = parseDocument(documents.ingestItems, xml)
    expect(value?.item[0]).toMatchObject({
      ecommerceDescription: [{ lang: 'en-US' }, { lang: 'zh-Hant-TW' }],
      privateLabelItem: 'Y',
    })
    expect(problems.map(({ code }) => code)).toEqual(['spelling'])
  })
})

describe('writing', () => {
  it('keeps all characters that XML allows', () => {
    const text = ' \t\r\n<&>"\']]>\u0085\u2028😀 '
    const xml = writeElement(item, 'item', { id: text, name: text })
    expect(parseElement(item, xml).value).toEqual({ id: text, name: text })
  })
  it('replaces characters that XML does not allow', () => {
    expect(writeElement(item, 'item', { id: 'a\u0000\uD800b' })).toBe('<item id="a\uFFFD\uFFFDb"/>')
  })
  it('distinguishes absent, empty and filled members', () => {
    expect(writeElement(item, 'item', { id: '', name: '', upcs: [], categories: [{ text: '' }] })).toBe(
      '<item id=""><name/><upcs/><categories><category/></categories></item>',
    )
  })
})
