import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemXml, namespace, page } from './fixtures/item-xml.ts'
import { comparable } from './fixtures/scanned-witness.ts'
import { readItemPage } from './item-page.ts'
import { scanPage } from './item-scanner.ts'

describe('documents the scanner leaves to the full parser', () => {
  const prefixed = `<s:items xmlns:s="${namespace}" total="7"><s:item id="1"><s:name>Tea &amp; <!--c-->milk</s:name>
    <other:extra xmlns:other="urn:o" other:a="1"><s:name>inner</s:name></other:extra></s:item></s:items>`
  const canonical = `<item id="1"><name>Tea &#38; <!--c-->milk</name>
    <other:extra other:a="1" xmlns:other="urn:o"><name>inner</name></other:extra></item>`

  test('are written anew with the default namespace', () => {
    const { items, total } = readItemPage(Buffer.from(prefixed))
    expect(total).toBe(7)
    expect(items.map(({ body }) => Buffer.from(body).toString())).toEqual([canonical])
    expect(items[0]?.scanned).toMatchObject({ id: '1', name: 'Tea & milk' })
  })

  test.each([
    ['UTF-16, little end first', Buffer.from(`\ufeff${prefixed}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${prefixed}`, 'utf16le').swap16()],
    ['a declared encoding', Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${prefixed}`, 'latin1')],
  ])('are read in %s', (_what, bytes) => {
    expect(Buffer.from(readItemPage(bytes).items[0]?.body ?? []).toString()).toBe(canonical)
  })

  test('of the usual content come out with the same values', () => {
    fc.assert(
      fc.property(itemXml, (xml) => {
        const rewritten = readItemPage(Buffer.from(`\ufeff${page(xml)}`, 'utf16le')).items[0]
        const [direct] = scanPage(page(xml)).items
        expect(rewritten && comparable(rewritten.scanned)).toEqual(direct && comparable(direct))
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['not-well-formed', '<items><item></items>'],
    ['doctype', '<!DOCTYPE items [<!ENTITY a "b">]><items>&a;</items>'],
    ['unexpected-root', '<things/>'],
    ['too-deep', `<items>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</items>`],
    ['encoding', '<?xml version="1.0" encoding="klingon"?><items/>'],
  ])('are refused with the reason: %s', (code, xml) => {
    expect(() => readItemPage(Buffer.from(xml))).toThrow(expect.objectContaining({ code }))
  })

  test('in a namespace that was not expected are read, and reported', () => {
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
