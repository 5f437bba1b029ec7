import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { itemXml, namespace, page } from '../fixtures/item-xml.ts'
import { comparable, expected, parse } from '../fixtures/scanned-witness.ts'
import { Declined, scanItem, scanPage } from './item-scanner.ts'
import type { ScannedItem } from './scanned-item.ts'

describe('the byte scanner', () => {
  test('captures what a full parser finds, and slices each item byte for byte', () => {
    fc.assert(
      fc.property(fc.array(itemXml, { maxLength: 3 }), (items) => {
        const bytes = page(items.join('\n'))
        const tree = parse(bytes.toString())
        const scanned = scanPage(bytes)
        expect(scanned.items.map(comparable)).toEqual(tree?.children.map(expected))
        expect(scanned.items.map(({ start, end }) => bytes.subarray(start, end).toString())).toEqual(items)
      }),
      { numRuns: numberOfCases(400) },
    )
  })

  test('finds the same in an element that stands alone', () => {
    fc.assert(
      fc.property(itemXml, (xml) => {
        const [within] = scanPage(page(xml)).items
        const { start, end, isPrefixed, ...alone } = scanItem(Buffer.from(xml))
        expect(isPrefixed).toBe(false)
        expect({ ...alone, start, end }).toEqual({ ...within, start: 0, end: Buffer.byteLength(xml) })
      }),
      { numRuns: numberOfCases(200) },
    )
  })

  test('takes nothing that a full parser refuses', () => {
    const fragments = [
      '<',
      '>',
      '&',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '-',
      '--',
      ']]>',
      '<!--',
      '-->',
      '<![CDATA[',
      '<?',
      '?>',
      '<a>',
      '</a>',
      '&x;',
      '&#0;',
      '&#xD800;',
      '&#65;',
      '\u0000',
      '\u000b',
      '\uffff',
      'é',
      ':',
      'xml',
      'id="1"',
      ' xmlns="a"',
      ' x:y="1"',
      '·',
      '×',
      'ß',
      '\u{10400}',
      '\u2028',
      '<größe>',
      '</größe>',
      '&#0000000000000065;',
      '<!DOCTYPE items>',
      '<?xml version="1.0"?>',
      '\ufeff',
    ]
    const mutation = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(6),
      insert: fc.oneof(fc.constant(''), fc.constantFrom(...fragments)),
    })
    let taken = 0
    let refused = 0
    fc.assert(
      fc.property(itemXml, fc.array(mutation, { minLength: 1, maxLength: 2 }), (xml, mutations) => {
        let broken = page(xml).toString()
        for (const { at, remove, insert } of mutations) {
          const from = Math.floor(at * broken.length)
          broken = broken.slice(0, from) + insert + broken.slice(from + remove)
        }
        const bytes = Buffer.from(broken)
        const tree = parse(bytes.toString())
        let scanned: ScannedItem[] | undefined
        try {
          const read = scanPage(bytes)
          // What prefixes stand for is judged by whoever prepares the page.
          scanned = read.isPrefixed && tree === undefined ? undefined : read.items
        } catch (error) {
          if (!(error instanceof Declined)) throw error
        }
        if (tree === undefined) refused++
        if (scanned === undefined) return
        taken++
        expect(tree, broken).toBeDefined()
        const items = tree?.children.filter(({ name }) => name === 'item') ?? []
        expect(scanned.map(comparable), broken).toEqual(items.map(expected))
      }),
      { numRuns: numberOfCases(5000) },
    )
    // Both outcomes were met often enough for the property to mean something.
    expect(taken).toBeGreaterThan(numberOfCases(5000) / 50)
    expect(refused).toBeGreaterThan(numberOfCases(5000) / 50)
  })

  test.each([
    [
      'a byte that is no UTF-8',
      Buffer.concat([page('').subarray(0, -8), Buffer.from([0xff]), Buffer.from('</items>')]),
    ],
    ['a document that ends early', page('<item id="1"><name>a</name>').subarray(0, -8)],
    ['an attribute given twice', page('<item id="1" id="2"/>')],
    ['a document type', Buffer.from(`<!DOCTYPE items><items xmlns="${namespace}"/>`)],
    ['another encoding', Buffer.from(`<?xml version="1.0" encoding="latin1"?><items xmlns="${namespace}"/>`)],
    ['an instruction called xml', page('<?XML a?>')],
    ['nesting without end', page('<a>'.repeat(100_000))],
  ])('declines %s', (_what, bytes) => {
    expect(() => scanPage(bytes)).toThrow(Declined)
  })

  test.each([
    ['a prefixed element', page('<item id="1"><x:a xmlns:x="a"/></item>')],
    ['a prefixed attribute', page('<item id="1" x:a="1"/>')],
    ['a default namespace of its own', page('<item id="1" xmlns="a"/>')],
  ])('says that there is %s', (_what, bytes) => {
    expect(scanPage(bytes)).toMatchObject({ isPrefixed: true, items: [{ id: '1' }] })
  })

  test.each([
    ['a second colon', '<x:y:a/>'],
    ['a colon at the end', '<x: a="1"/>'],
    ['a name that begins with a dot above the line', '<·a/>'],
    ['a name with a multiplication sign', '<a×b/>'],
    [
      'an attribute twice behind a dozen others',
      `<a${Array.from({ length: 20 }, (_, i) => ` a${i}=""`).join('')} a3=""/>`,
    ],
    [
      'an attribute twice behind twenty others',
      `<a${Array.from({ length: 20 }, (_, i) => ` a${i}=""`).join('')} a19=""/>`,
    ],
  ])('declines %s', (_what, inside) => {
    expect(() => scanPage(page(`<item id="1">${inside}</item>`))).toThrow(Declined)
  })
})
