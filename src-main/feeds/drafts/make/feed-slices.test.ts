import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { checkDigit } from '../../../../src-shared/values/gtin.ts'
import { validateFile } from '../check/check-draft-file.ts'
import { checkSlice, joinedProblems, slicesOf } from './feed-slices.ts'

const gtin = (number: number): string => {
  const body = `95${String(number).padStart(10, '0')}`
  return body + checkDigit(body)
}

const item = (code: string, content = '', attributes = '') =>
  `<item type="grocery"${attributes}><ecommerceTitle>Crème ${code}</ecommerceTitle><productCodes><productCode type="GTIN">${code}</productCode></productCodes><manufacturerId>m1</manufacturerId><categoryId>c1</categoryId><products><product type="grocery"><description>One</description><brandId>b1</brandId></product></products>${content}<attributes/></item>`

const feed = (
  items: readonly string[],
  between = '\n',
  root = '<items xmlns="https://ns.catalog-desk.example/feed/item">',
) =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${root}${items.join(between)}</items>\n`)

/** Problems found by checking a feed in slices; undefined if it must be checked as one document. */
function inSlices(xml: Uint8Array) {
  const slices = slicesOf(xml, 'create')
  return (
    slices &&
    joinedProblems(slices[1], [checkSlice(slices[0].xml, 'create'), checkSlice(slices[1].xml, 'create')])
  )
}

const sound = (count: number) => Array.from({ length: count }, (_, number) => item(gtin(number)))

describe('slicesOf', () => {
  test('reports each problem at its position in the complete feed', () => {
    const items = sound(9)
    items[7] = item('9520000000005', '<media><medium view="x"><url>nowhere</url></medium></media>')
    for (const between of ['\n', '', '\r\n\t', ' ']) {
      const xml = feed(items, between)
      const found = inSlices(xml)
      expect(found).toEqual(validateFile(xml, 'create').problems)
      expect(found?.some(({ path }) => path.startsWith('items/item[8]/'))).toBe(true)
    }
  })

  test.each([
    ['holds a comment', feed([...sound(4), '<!-- <item> -->', ...sound(4)])],
    ['holds an instruction', feed([...sound(4), '<?go </item>  <item ?>', ...sound(4)])],
    ['has one item', feed(sound(1))],
    ['has a GTIN in both halves', feed([...sound(4), ...sound(4)])],
    ['has a GTIN twice in its second half', feed([...sound(8), item(gtin(7))])],
    ['has something else than items', feed([...sound(4), '<thing/>', ...sound(9).slice(4)])],
    ['is not well-formed', feed([...sound(8), '<item></items>'])],
    ['is in another namespace', feed(sound(8), '\n', '<items xmlns="https://example.com/other">')],
    ['has an item within an item', feed(['<item>', ...sound(8), '</item>'])],
  ])('does not slice a feed that %s', (_, xml) => expect(inSlices(xml)).toBeUndefined())

  test('reports the problems of the complete feed, or nothing', () => {
    const some = fc.oneof(
      { weight: 6, arbitrary: fc.nat({ max: 40 }).map((number) => item(gtin(number))) },
      fc.nat({ max: 9 }).map((number) => item(`952000000000${number}`)),
      fc.constantFrom(
        item(gtin(50), '<packageData><weight><measure>0</measure><uom>cm</uom></weight></packageData>'),
        item(gtin(51), '<unknown>é😀</unknown>'),
        item(gtin(52), '', ' unknown="</"'),
        item(gtin(53), '', ' lang="&gt;"'),
        '<item/>',
        '<item></item>',
        '<thing/>',
        'text',
        '</item>',
        '<item>',
        '<![CDATA[</item><item>]]>',
        '<itemize/>',
      ),
    )
    let sliced = 0
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 2, maxLength: 12 }),
        fc.constantFrom('', '\n', '\r\n  ', '\n\n'),
        (items, between) => {
          const xml = feed(items, between)
          const found = inSlices(xml)
          if (!found) return
          sliced += 1
          expect(found).toEqual(validateFile(xml, 'create').problems)
        },
      ),
      { numRuns: numberOfCases(400) },
    )
    expect(sliced).toBeGreaterThan(40)
  })

  test('returns no slices for end tags without start tags, in linear time', () => {
    for (const text of ['</item>', '</item> ', '<items></item>'])
      expect(slicesOf(Buffer.from(text.repeat(1_000_000)), 'create')).toBeUndefined()
  })
})
