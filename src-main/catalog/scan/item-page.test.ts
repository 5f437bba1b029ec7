import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { answerLimits } from '../../../src-shared/vocabulary/kit/limits.ts'
import { itemXml, namespace, page } from '../fixtures/item-xml.ts'
import { comparable } from '../fixtures/scanned-witness.ts'
import { readItem, readItemPage } from './item-page.ts'
import { scanPage } from './item-scanner.ts'
import { prepareItemPage } from './prepare-page.ts'

const prepared = (bytes: Uint8Array) => readItemPage(prepareItemPage(bytes))
const bodies = (read: ReturnType<typeof readItemPage>) =>
  read.items.map(({ body }) => Buffer.from(body).toString())

describe('preparing documents before scanning', () => {
  const plain = `<items xmlns="${namespace}" total="7"><item id="1"><name>Tea &amp; <!--c--><![CDATA[milk]]></name></item></items>`
  const prefixed = `<s:items xmlns:s="${namespace}" total="7"><s:item id="1"><s:name>Tea &amp; <!--c-->milk</s:name>
    <other:extra xmlns:other="urn:o" other:a="1"><s:name>inner</s:name></other:extra></s:item></s:items>`
  const canonical = `<item id="1"><name>Tea &#38; <!--c-->milk</name>
    <other:extra other:a="1" xmlns:other="urn:o"><name>inner</name></other:extra></item>`

  test('rewrites a document whose root has a prefix', () => {
    expect(() => readItemPage(Buffer.from(prefixed))).toThrow(
      expect.objectContaining({ code: 'needsPreparation' }),
    )
    const { items, total } = prepared(Buffer.from(prefixed))
    expect(total).toBe(7)
    expect(items.map(({ body }) => Buffer.from(body).toString())).toEqual([canonical])
    expect(items[0]?.scanned).toMatchObject({ id: '1', name: 'Tea & milk' })
  })

  test.each([
    ['UTF-16, little-endian', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()],
    ['a declared encoding', Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${plain}`, 'latin1')],
  ])('keeps items byte for byte in %s', (_what, bytes) => {
    expect(bodies(prepared(bytes))).toEqual([
      '<item id="1"><name>Tea &amp; <!--c--><![CDATA[milk]]></name></item>',
    ])
  })

  test('scans prepared content to the same values', () => {
    fc.assert(
      fc.property(itemXml, (xml) => {
        const [direct] = scanPage(page(xml)).items
        const transcoded = prepared(Buffer.from(`\ufeff${page(xml)}`, 'utf16le')).items[0]
        expect(transcoded && comparable(transcoded.scanned)).toEqual(direct && comparable(direct))
        const root = page(xml).toString().replace('<items xmlns=', '<p:items xmlns:p="urn:p" xmlns=')
        const rewritten = prepared(Buffer.from(root.replace('</items>', '</p:items>'))).items[0]
        if (rewritten) expect(comparable(rewritten.scanned)).toEqual(direct && comparable(direct))
      }),
      { numRuns: numberOfCases(200) },
    )
  })

  test.each([
    ['not-well-formed', '<items><item></items>'],
    ['doctype', '<!DOCTYPE items [<!ENTITY a "b">]><items>&a;</items>'],
    ['unexpected-root', '<things/>'],
    ['encoding', '<?xml version="1.0" encoding="klingon"?><items/>'],
    ['encoding', '<?xml version="1.0" encoding="us-ascii"?><items>é</items>'],
    ['not-well-formed', '<![CDATA[]]><?x?>'],
    ['not-well-formed', '</items>'],
    ['not-well-formed', '<items xsi:schemaLocation=""><item id="1"/></items>'],
    ['not-well-formed', '<items xsi:schemaLocation=""/>'],
    ['not-well-formed', '\ufeff\ufeff<items/>'],
    ['too-many-items', `<items>${'<item/>'.repeat(answerLimits.items + 1)}</items>`],
  ])('refuses with the reason %s', (code, xml) => {
    expect(() => prepared(Buffer.from(xml))).toThrow(expect.objectContaining({ code }))
  })

  test('ignores elements of other namespaces, with any name', () => {
    const other = ['name', 'lastUpdated', 'created', 'marketingDescription']
      .map((name) => `<${name} xmlns="urn:other">no</${name}>`)
      .join('')
    const inside = `<upcs><upc xmlns="urn:other">1</upc><upc>2</upc></upcs><name xmlns="${namespace}">yes</name>`
    const item = `<item id="1">${other}${inside}</item>`
    const [kept] = prepared(Buffer.from(`<items xmlns="${namespace}">${item}</items>`)).items
    expect(kept?.scanned).toMatchObject({ name: 'yes', created: '', updated: '', texts: [] })
    expect(kept?.scanned.codes.map(({ code }) => code)).toEqual(['2'])
    // The item alone has the same meaning.
    expect(comparable(readItem(kept?.body ?? new Uint8Array()).scanned)).toMatchObject(
      (kept && comparable(kept.scanned)) ?? {},
    )
  })

  test('reads and reports an unexpected namespace', () => {
    const { items, problems } = readItemPage(
      Buffer.from('<items xmlns="urn:else"><item id="1"/><item/></items>'),
    )
    expect(items).toHaveLength(2)
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['namespace', 'items'],
      ['missing', 'items/item[2]/@id'],
    ])
  })
})

describe('an unusual item', () => {
  const good = '<item id="g"><name><![CDATA[Good]]> &amp; plain</name><?hint stays?></item>'
  const pageWith = (odd: string, attributes = '') =>
    Buffer.from(`<items xmlns="${namespace}"${attributes}>${good}${odd}${good}</items>`)

  test.each([
    ['a name outside ASCII', `<item id="o"><größe>1</größe><水 a="1"/><x.·é/></item>`],
    ['an attribute of 70,000 characters', `<item id="o" a="${'x'.repeat(70_000)}"/>`],
    ['an attribute of many references', `<item id="o" a="${'&#0000000000000065;'.repeat(9)}"/>`],
    ['a hundred levels', `<item id="o">${'<a>'.repeat(100)}${'</a>'.repeat(100)}</item>`],
  ])('with %s is stored as received, without preparation', (_what, odd) => {
    expect(bodies(readItemPage(pageWith(odd)))).toEqual([good, odd, good])
  })

  test.each([
    ['its own prefix', '<item id="o"><x:a xmlns:x="urn:x" x:b="1"/></item>'],
    ['its own default namespace', '<item id="o"><a xmlns="urn:x"><name>b</name></a></item>'],
    ['its own namespace declared again', `<item id="o" xmlns="${namespace}"><name>b</name></item>`],
  ])('with %s is kept byte for byte, like the others', (_what, odd) => {
    expect(bodies(prepared(pageWith(odd)))).toEqual([good, odd, good])
  })

  test.each([
    ['a prefix of the envelope', '<item id="o"><x:a/></item>', '<item id="o"><x:a xmlns:x="urn:x"/></item>'],
    [
      'its namespace by a prefix',
      `<item id="o"><s:name xmlns:s="${namespace}">b</s:name></item>`,
      '<item id="o"><name>b</name></item>',
    ],
  ])('with %s is the only one rewritten', (_what, odd, rewritten) => {
    expect(bodies(prepared(pageWith(odd, ' xmlns:x="urn:x"')))).toEqual([good, rewritten, good])
  })

  test('with an undeclared prefix is the only one set aside', () => {
    const odd = '<item id="o"><y:a/></item>'
    const read = prepared(pageWith(odd, ' xmlns:x="urn:x"'))
    expect(bodies(read)).toEqual([good, good])
    expect(read).toMatchObject({ count: 3, setAside: [{ id: 'o', problem: { path: 'items/item[2]' } }] })
    expect(Buffer.from(read.setAside[0]?.body ?? []).toString()).toBe(odd)
  })

  const { depth, attributes, attributeBytes, nameBytes, textBytes, itemBytes, children } = answerLimits
  test.each([
    ['too-deep', `${'<a>'.repeat(depth + 5)}${'</a>'.repeat(depth + 5)}`],
    ['too-many-attributes', `<a${Array.from({ length: attributes + 5 }, (_, i) => ` a${i}=""`).join('')}/>`],
    ['attribute-too-long', `<a b="${'x'.repeat(attributeBytes + 1)}"/>`],
    ['name-too-long', `<a><${'n'.repeat(nameBytes + 1)}/></a>`],
    ['name-too-long', `<a ${'é'.repeat(nameBytes)}=""/>`],
    ['text-too-long', `<a>${'x'.repeat(textBytes + 1)}</a>`],
    ['text-too-long', `<a><![CDATA[${'x'.repeat(textBytes + 1)}]]></a>`],
    ['text-too-long', `<!--${'x'.repeat(textBytes + 1)}-->`],
    ['too-many-children', `<a>${'<b/>'.repeat(children + 1)}</a>`],
    ['item-too-large', `<a>${'x'.repeat(itemBytes / 2)}</a>`.repeat(3)],
  ])('beyond a limit is the only one set aside: %s', (code, inside) => {
    const odd = `\n<item id="o">\n${inside}</item>\n`
    const read = readItemPage(pageWith(odd))
    expect(bodies(read)).toEqual([good, good])
    const [aside] = read.setAside
    expect(read.setAside).toHaveLength(1)
    expect(aside).toMatchObject({ index: 1, id: 'o', problem: { code } })
    expect(aside?.problem.path).toMatch(/^items\/item\[2\]/)
    expect(aside?.problem.line).toBeGreaterThanOrEqual(2)
    expect(Buffer.from(aside?.body ?? []).equals(Buffer.from(odd.trim()))).toBe(true)
    // The same result in a document that must be prepared.
    const again = prepared(pageWith(odd, ' xmlns:x="urn:x"'))
    expect(again.items).toHaveLength(2)
    expect(again.setAside).toMatchObject([{ id: 'o', problem: { code } }])
  })
})
