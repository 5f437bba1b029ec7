import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diff } from '../../src-shared/history/diff.ts'
import { isSameXml } from '../../src-shared/history/transient.ts'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { type Item, item } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement, writeElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { arbitraryOf } from '../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { packOutline } from '../../src-shared/vocabulary/outline.ts'
import { scanItem } from '../catalog/scan/item-scanner.ts'
import { changedFields, type OutlinedBody } from './changed-fields.ts'

const outlined = (xml: string): OutlinedBody => {
  const body = Buffer.from(xml)
  const { outline } = scanItem(body)
  return { body, outline: packOutline(outline) }
}
const changed = (earlier: string, later: string) => changedFields(outlined(earlier), outlined(later))

/** The changed fields according to a full parse of both records, without any shortcut. */
function parsedChanges(earlier: string, later: string): string[] | undefined {
  if (isSameXml(earlier, later)) return undefined
  const before = parseElement(item, earlier).value as Item
  const after = parseElement(item, later).value as Item
  return [...new Set(diff(item, before, after).map(({ field }) => field))].sort()
}

const items = arbitraryOf(item)
/** The same record with some texts edited in the XML, like most real changes. */
const edits = fc.array(
  fc.tuple(
    fc.nat(),
    fc.constantFrom('', ' ', 'b', 'b & c', 'c "d"', 'c &quot;d&quot;', '&#65;', 'ä', '<!-- c -->'),
  ),
  {
    maxLength: 3,
  },
)
const edited = (xml: string, changes: [number, string][]) => {
  let result = xml
  for (const [at, text] of changes) {
    const places = [...result.matchAll(/>[^<]*(?=<\/)/g)]
    const place = places[at % Math.max(1, places.length)]
    if (!place) continue
    const escaped = text.replace('& ', '&amp; ')
    result = `${result.slice(0, place.index)}>${escaped}${result.slice(place.index + place[0].length)}`
  }
  return result
}

test('finds the same fields as a full parse of the records', () => {
  fc.assert(
    fc.property(items, edits, (value, changes) => {
      const earlier = writeElement(item, 'item', { ...value, id: '1' } as Item)
      const later = edited(earlier, changes)
      expect(changed(earlier, later)).toEqual(parsedChanges(earlier, later))
      expect(changed(later, earlier)).toEqual(parsedChanges(later, earlier))
    }),
    { numRuns: numberOfCases(300) },
  )
})

test('finds the same fields for any two records', () => {
  fc.assert(
    fc.property(items, items, (one, other) => {
      const earlier = writeElement(item, 'item', { ...one, id: '1' } as Item)
      const later = writeElement(item, 'item', { ...one, ...other, id: '1' } as Item)
      expect(changed(earlier, later)).toEqual(parsedChanges(earlier, later))
    }),
    { numRuns: numberOfCases(100) },
  )
})

const record = (name: string, ingredients: string, more = '') =>
  `<item id="1"><name>${name}</name>${more}<products><product sequence="1"><grocery><ingredients>${ingredients}</ingredients></grocery></product></products></item>`

test.each([
  ['texts', record('a', 'x'), record('b', 'y'), ['name', 'products/product/grocery/ingredients']],
  ['blanks', record('a', 'x'), record(' a ', 'x'), parsedChanges(record('a', 'x'), record(' a ', 'x'))],
  ['another spelling', record('a&amp;b', 'x'), record('a&#38;b', 'x'), []],
  [
    'an attribute',
    '<item id="1"><created id="a">1</created></item>',
    '<item id="1"><created id="b">1</created></item>',
    ['created/@id'],
  ],
  [
    'an element twice',
    record('a', 'x', '<name>c</name>'),
    record('b', 'x', '<name>c</name>'),
    parsedChanges(record('a', 'x', '<name>c</name>'), record('b', 'x', '<name>c</name>')),
  ],
  ['an unknown element', record('a', 'x', '<new>1</new>'), record('a', 'x', '<new>2</new>'), ['new']],
])('finds changes of %s', (_what, earlier, later, expected) => {
  expect(changed(earlier, later)).toEqual(expected)
})
