/**
 * Compares two readers on the same documents: the fast path that reads plain elements without a tree, and
 * the strict reader alone. Values, the order of their keys, problems and positions must be equal, for any
 * document, within and beyond the limits.
 */
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../problem.ts'
import { numberOfCases } from '../../../testing/number-of-cases.ts'
import { documents } from '../../documents.ts'
import { ingestItem, ingestItems } from '../../elements/ingest.ts'
import { namespaceName } from '../../namespaces.ts'
import type { DocumentDescription } from '../description.ts'
import { parseDocument, parseElement, writeDocument } from '../kit.ts'
import { type DocumentLimits, feedLimits, limitsOf } from '../limits.ts'
import { arbitrary } from '../testing/arbitrary.ts'
import { mangled, mutated } from '../testing/mutations.ts'
import { PlainReader } from './plain-reader.ts'
import { plainGroup } from './plain-tables.ts'

/** Minimum number of cases of a property. */
const runs = 150

const cases: [string, DocumentDescription][] = [
  ['an item feed', documents.ingestItems],
  ['a Content+ feed', documents.contentPlus],
  ['item records', documents.items],
  ['a lookup', documents.brands],
]

/** The complete result of a parse as text; a problem is reported at several paths of each entry. */
function reading(
  document: DocumentDescription,
  xml: string,
  limits: DocumentLimits,
  strictly: boolean,
): string {
  const entries: unknown[] = []
  const reportPaths = (entry: unknown, index: number): Problem[] => {
    entries.push(structuredClone(entry))
    const root = `${document.root}/${[...document.group.elements.keys()][0]}[${index + 1}]`
    const places = Object.keys(entry as object).flatMap((key) => [
      key,
      `@${key}`,
      `${key}/text`,
      `${key}/product[2]`,
    ])
    return places.map((place) => ({ code: 'x', path: `${root}/${place}`, message: '' }))
  }
  const read = parseDocument(document, xml, {
    limits,
    strictly,
    each: reportPaths as never,
    keep: xml.length % 2 === 0,
  })
  return JSON.stringify({ ...read, entries }, undefined, 1)
}

/** Pieces that need special handling, or are invalid. */
const pieces = [
  ...'<>&"\'=/ x1',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  '\ud800',
  '\uffff',
  '😀',
  '&amp;',
  '&lt;b>',
  '&#13;',
  '&#xD800;',
  '&e;',
  ']]>',
  '<![CDATA[x]]>',
  '<!--x-->',
  '<?x?>',
  '<!DOCTYPE items>',
  '<x/>',
  '<p:x/>',
  '<item/>',
  '<item></item>',
  '<item >',
  '</item >',
  '</item>',
  '</items>',
  ' xmlns="urn:x"',
  ' xmlns=""',
  ' xmlns:p="urn:x"',
  ' p:x="1"',
  ' xml:lang="en"',
  ' id="1"',
  ' id="1" id="2"',
  " type='x'",
  ' type = "x"',
  ' type="a<b"',
]
const edited = (xml: string): fc.Arbitrary<string> =>
  fc
    .array(fc.record({ at: fc.nat(), drop: fc.nat(4), piece: fc.constantFrom('', ...pieces) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((edits) =>
      edits.reduce((text, { at, drop, piece }) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + piece + text.slice(place + drop)
      }, xml),
    )

const lowered = fc.record(
  {
    depth: fc.integer({ min: 1, max: 6 }),
    elements: fc.integer({ min: 1, max: 60 }),
    children: fc.integer({ min: 0, max: 5 }),
    attributes: fc.integer({ min: 0, max: 3 }),
    attributeBytes: fc.integer({ min: 0, max: 20 }),
    textBytes: fc.integer({ min: 0, max: 900 }),
    nameBytes: fc.integer({ min: 1, max: 16 }),
    items: fc.integer({ min: 0, max: 3 }),
    itemBytes: fc.integer({ min: 1, max: 900 }),
    problems: fc.integer({ min: 0, max: 8 }),
  },
  { requiredKeys: [] },
)

describe.each(cases)('%s', (_name, document) => {
  const written = fc
    .tuple(arbitrary(document), fc.constantFrom(0, 2))
    .map(([value, indent]) => writeDocument(document, value, { indent }))
  const entry = [...document.group.elements.values()][0]
  const expectSameResult = (xml: string, limits: Partial<DocumentLimits> = {}) => {
    const all = { ...limitsOf(document.role), ...limits }
    expect(reading(document, xml, all, false)).toBe(reading(document, xml, all, true))
    if (entry?.type.kind !== 'group') return
    const alone = xml.slice(xml.indexOf(`<${entry.key}`), xml.lastIndexOf('</'))
    for (const [group, text] of [
      [entry.type, alone],
      [document.group, xml],
    ] as const) {
      const [plain, strict] = [false, true].map((strictly) =>
        JSON.stringify(parseElement(group, text, { limits: all, role: document.role, strictly })),
      )
      expect(plain).toBe(strict)
    }
  }

  it('gives the same result as written', () => {
    fc.assert(
      fc.property(written, (xml) => expectSameResult(xml)),
      { numRuns: numberOfCases(runs) },
    )
  })
  it('gives the same result when damaged', () => {
    fc.assert(
      fc.property(written.chain(mutated), (xml) => expectSameResult(xml)),
      { numRuns: numberOfCases(runs * 3) },
    )
  })
  it('gives the same result when its text is mangled', () => {
    fc.assert(
      fc.property(written.chain(mangled), (xml) => expectSameResult(xml)),
      { numRuns: numberOfCases(runs * 3) },
    )
    fc.assert(
      fc.property(written.chain(edited), (xml) => expectSameResult(xml)),
      { numRuns: numberOfCases(runs * 6) },
    )
  })
  it('gives the same result beyond limits', () => {
    fc.assert(
      fc.property(written, lowered, (xml, limits) => expectSameResult(xml, limits)),
      { numRuns: numberOfCases(runs * 8) },
    )
  })
})

/** Handwritten documents, each with a special case. */
const samples = globSync('*/*.xml', { cwd: new URL('../../samples/', import.meta.url) })

it.each(samples)('the sample %s gives the same result', (file) => {
  const xml = readFileSync(new URL(`../../samples/${file}`, import.meta.url), 'utf8')
  for (const [, document] of cases)
    expect(reading(document, xml, feedLimits, false)).toBe(reading(document, xml, feedLimits, true))
})

describe('an element', () => {
  /** Number of elements read by the fast path; 0 if it declines. */
  const taken = (xml: string, limits: Partial<DocumentLimits> = {}): number => {
    const reader = new PlainReader(xml, { ...feedLimits, ...limits }, 1)
    return reader.read(plainGroup(ingestItems), 0) === xml.length ? reader.elements : 0
  }

  it.each([
    ['<item/>', 1],
    ['<item></item>', 1],
    ['<item type="grocery">\n  <ecommerceTitle>Oats &amp; rye</ecommerceTitle>\n</item>', 2],
    ["<item type='a\tb'><productCodes><productCode type='GTIN'>5</productCode></productCodes></item>", 3],
    ['<item><media/><attributes/></item>', 3],
    [
      '<item><products><product><grocery><kosherCodes><kosherCode>1</kosherCode></kosherCodes></grocery></product></products></item>',
      6,
    ],
  ])('%s is read by the fast path', (xml, elements) => {
    expect(taken(xml)).toBe(elements)
  })

  it.each([
    '<other/>',
    '<items/>',
    '<item',
    '<item>',
    '<item></items>',
    '<item></item >',
    '<p:item></p:item>',
    '<item xmlns="urn:x"/>',
    '<item xml:lang="en"/>',
    '<item other="x"/>',
    '<item type="a" type="b"/>',
    '<item type="a<b"/>',
    '<item type = "a"/>',
    '<item>text</item>',
    '<item><!-- x --></item>',
    '<item><?x?></item>',
    '<item><other/></item>',
    '<item><ecommerceTitle><![CDATA[x]]></ecommerceTitle></item>',
    '<item><ecommerceTitle>&other;</ecommerceTitle></item>',
    '<item><ecommerceTitle>\u0001</ecommerceTitle></item>',
    '<item><ecommerceTitle lang="en">x</ecommerceTitle></item>',
    '<item><ecommerceTitle>x</ecommerceTitle><ecommerceTitle>y</ecommerceTitle></item>',
    '<item><privateLabelItem>yes</privateLabelItem></item>',
    '<item><privateLabelItem/></item>',
    '<item><manufacturerContent><retailers/></manufacturerContent></item>',
    '<item><attributes><size>1</size></attributes></item>',
  ])('%s is left to the strict reader', (xml) => {
    expect(taken(xml)).toBe(0)
  })

  it.each([
    ['<item type="grocery"/>', true],
    ['<any><ecommerceTitle>Oats</ecommerceTitle></any>\n', true],
    ['<p:item/>', false],
    ['<1tem/>', false],
    ['<item/><item/>', false],
    ['<item/> x', false],
    [' <item/>', false],
    ['<?xml version="1.0"?><item/>', false],
    ['<item xmlns="urn:x"/>', false],
    ['<item', false],
    ['', false],
  ])('as a single element, %j is read by the fast path: %s', (xml, isTaken) => {
    const value = new PlainReader(xml, feedLimits, 0).readAlone(ingestItem)
    expect(value !== undefined).toBe(isTaken)
    const [plain, strict] = [false, true].map((strictly) => parseElement(ingestItem, xml, { strictly }))
    expect(plain).toEqual(strict)
  })

  it('is left to the strict reader near the limits', () => {
    const xml = '<item type="a"><media><medium><url>x</url></medium></media></item>'
    expect(taken(xml)).toBe(4)
    const low: Partial<DocumentLimits>[] = [
      { depth: 4 },
      { attributes: 0 },
      { attributeBytes: 2 },
      { children: 0 },
      { nameBytes: 5 },
      { textBytes: 60 },
      { itemBytes: 60 },
    ]
    expect(low.map((limits) => taken(xml, limits))).toEqual(low.map(() => 0))
  })

  it('is matched by its namespace, also if the root has a prefix', () => {
    const namespace = namespaceName('/feed/item')
    const prefixed = `<p:items xmlns:p="${namespace}"><item/><p:item/></p:items>`
    const alike = [false, true].map((strictly) =>
      parseDocument(documents.ingestItems, prefixed, { strictly }),
    )
    expect(alike[0]).toEqual(alike[1])
    expect(alike[0]?.problems).toMatchObject([{ code: 'namespace', path: 'items/item[1]' }])
  })
})
