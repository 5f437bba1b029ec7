import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { itemXml, namespace, page } from '../fixtures/item-xml.ts'
import { comparable, expected, parse } from '../fixtures/scanned-witness.ts'
import { Declined, scanItem, scanPage } from './item-scanner.ts'
import type { ScannedItem } from './scanned-item.ts'

describe('the byte scanner', () => {
  test('captures the same data as a full parser, and slices each item byte for byte', () => {
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

  test('scans a single element to the same result', () => {
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

  test('accepts nothing that a full parser refuses', () => {
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
    let accepted = 0
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
          // Prefix declarations are checked when the page is prepared.
          scanned = read.isPrefixed && tree === undefined ? undefined : read.items
        } catch (error) {
          if (!(error instanceof Declined)) throw error
        }
        if (tree === undefined) refused++
        if (scanned === undefined) return
        accepted++
        expect(tree, broken).toBeDefined()
        const items = tree?.children.filter(({ name }) => name === 'item') ?? []
        expect(scanned.map(comparable), broken).toEqual(items.map(expected))
      }),
      { numRuns: numberOfCases(5000) },
    )
    // Both outcomes occurred often enough for a meaningful property.
    expect(accepted).toBeGreaterThan(numberOfCases(5000) / 50)
    expect(refused).toBeGreaterThan(numberOfCases(5000) / 50)
  })

  test.each([
    [
      'a byte that is not UTF-8',
      Buffer.concat([page('').subarray(0, -8), Buffer.from([0xff]), Buffer.from('</items>')]),
    ],
    ['a document that ends early', page('<item id="1"><name>a</name>').subarray(0, -8)],
    ['an attribute given twice', page('<item id="1" id="2"/>')],
    ['a document type', Buffer.from(`<!DOCTYPE items><items xmlns="${namespace}"/>`)],
    ['another encoding', Buffer.from(`<?xml version="1.0" encoding="latin1"?><items xmlns="${namespace}"/>`)],
    ['a processing instruction named xml', page('<?XML a?>')],
    ['extremely deep nesting', page('<a>'.repeat(100_000))],
  ])('declines %s', (_what, bytes) => {
    expect(() => scanPage(bytes)).toThrow(Declined)
  })

  test.each([
    ['a prefixed element', page('<item id="1"><x:a xmlns:x="a"/></item>')],
    ['a prefixed attribute', page('<item id="1" x:a="1"/>')],
    ['its own default namespace', page('<item id="1" xmlns="a"/>')],
  ])('reports %s', (_what, bytes) => {
    expect(scanPage(bytes)).toMatchObject({ isPrefixed: true, items: [{ id: '1' }] })
  })

  test.each([
    ['a second colon', '<x:y:a/>'],
    ['a colon at the end', '<x: a="1"/>'],
    ['a name that starts with a middle dot', '<·a/>'],
    ['a name with a multiplication sign', '<a×b/>'],
    [
      'a duplicate of an early attribute among twenty',
      `<a${Array.from({ length: 20 }, (_, i) => ` a${i}=""`).join('')} a3=""/>`,
    ],
    [
      'a duplicate of a late attribute among twenty',
      `<a${Array.from({ length: 20 }, (_, i) => ` a${i}=""`).join('')} a19=""/>`,
    ],
  ])('declines %s', (_what, inside) => {
    expect(() => scanPage(page(`<item id="1">${inside}</item>`))).toThrow(Declined)
  })
})
