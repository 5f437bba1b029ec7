import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../testing/number-of-cases.ts'
import { type Item, item } from '../vocabulary/elements/item.ts'
import { parseElement } from '../vocabulary/kit/kit.ts'
import { arbitraryOf } from '../vocabulary/kit/testing/arbitrary.ts'
import { type Difference, diff } from './diff.ts'
import { fingerprint } from './match-entries.ts'
import { valueAt } from './place.ts'
import { withEarlier } from './restore.ts'

const items = arbitraryOf(item)
/** Two related records: the second has some members of the first. */
const relatives = fc.tuple(items, items, fc.func(fc.boolean())).map(([one, other, take]): [Item, Item] => [
  one,
  {
    ...other,
    ...Object.fromEntries(Object.entries(one).filter(([key]) => take(key))),
    id: other.id,
  } as Item,
])
const runs = { numRuns: numberOfCases(150) }
const read = (xml: string): Item => parseElement(item, `<item id="1">${xml}</item>`).value as Item
const brief = (differences: readonly Difference[]) =>
  differences.map(({ kind, earlierAt, laterAt, earlier, later }) =>
    kind === 'moved'
      ? [kind, laterAt.path]
      : earlierAt.path === laterAt.path
        ? [kind, laterAt.path, earlier, later]
        : [kind, `${earlierAt.path} -> ${laterAt.path}`, earlier, later],
  )
const differences = (earlier: string, later: string) => brief(diff(item, read(earlier), read(later)))

describe('for any two records', () => {
  test('equal records have no differences', () => {
    fc.assert(
      fc.property(items, (value) => {
        expect(diff(item, value, structuredClone(value))).toEqual([])
      }),
      runs,
    )
  })

  test('each difference has the differing values at its positions', () => {
    fc.assert(
      fc.property(relatives, ([earlier, later]) => {
        for (const one of diff(item, earlier, later)) {
          expect(fingerprint(one.earlier)).not.toBe(fingerprint(one.later))
          if (one.earlier !== undefined) expect(valueAt(earlier, one.earlierAt.steps)).toBe(one.earlier)
          if (one.later !== undefined) expect(valueAt(later, one.laterAt.steps)).toBe(one.later)
          expect([one.kind === 'added', one.kind === 'removed']).toEqual([
            one.earlier === undefined,
            one.later === undefined,
          ])
        }
      }),
      runs,
    )
  })

  test('is symmetric: swapped records give swapped differences', () => {
    const exchanged = { added: 'removed', removed: 'added', changed: 'changed', moved: 'moved' } as const
    const keyOf = (one: Difference) =>
      JSON.stringify([one.kind, one.earlierAt.path, one.laterAt.path, one.earlier, one.later])
    const back = (one: Difference): Difference => ({
      ...one,
      kind: exchanged[one.kind],
      earlierAt: one.laterAt,
      laterAt: one.earlierAt,
      earlier: one.later,
      later: one.earlier,
    })
    fc.assert(
      fc.property(relatives, ([one, other]) => {
        const there = diff(item, one, other).map(keyOf)
        const home = diff(item, other, one).map(back).map(keyOf)
        expect(home.toSorted()).toEqual(there.toSorted())
      }),
      runs,
    )
  })

  test('reverting all differences restores the earlier record, except list order', () => {
    fc.assert(
      fc.property(relatives, ([earlier, later]) => {
        const before = structuredClone(later)
        const restored = withEarlier(later, diff(item, earlier, later))
        expect(diff(item, earlier, restored).filter(({ kind }) => kind !== 'moved')).toEqual([])
        expect(later).toEqual(before)
      }),
      runs,
    )
  })
})

describe('texts and groups', () => {
  test('reports changed, added and removed texts', () => {
    expect(
      differences(
        '<name>a</name><otherDescription/>',
        '<name>b</name><marketingDescription>m</marketingDescription>',
      ),
    ).toEqual([
      ['changed', 'name', 'a', 'b'],
      ['added', 'marketingDescription', undefined, 'm'],
      ['removed', 'otherDescription', '', undefined],
    ])
  })
  test('distinguishes attributes from text, with the labels of the vocabulary', () => {
    const found = diff(item, read('<created id="a">1</created>'), read('<created id="b">2</created>'))
    expect(found.map(({ laterAt, labels }) => [laterAt.path, ...labels])).toEqual([
      ['created/@id', 'Created', 'By'],
      ['created', 'Created'],
    ])
  })
  test('reports unknown parts', () => {
    expect(
      differences(
        '<shelfLife unit="d">7</shelfLife><upcs note="x"><upc y="1">0</upc></upcs>',
        '<shelfLife unit="d">9</shelfLife><upcs note="z"><upc>0</upc></upcs>',
      ).map(([kind, path]) => [kind, path]),
    ).toEqual([
      ['removed', 'upcs/upc[1]/@y'],
      ['changed', 'shelfLife'],
      ['changed', 'upcs/@note'],
    ])
  })
  test('ignores the order of elements and white space between them', () => {
    expect(
      differences(
        '<name>a</name><otherDescription>b</otherDescription>',
        ' <otherDescription>b</otherDescription> <name>a</name>',
      ),
    ).toEqual([])
  })
  test('ignores a new signature in an address', () => {
    const medium = (query: string, more = '') =>
      `<media><medium view="A1C1"><url>https://m.invalid/a.jpg?w=1${query}</url></medium></media><clip href="https://m.invalid/c${more}"/>`
    expect(
      differences(
        medium('&amp;expires=1&amp;signature=a', '?sig=1'),
        medium('&amp;expires=2&amp;signature=b', '?sig=2'),
      ),
    ).toEqual([])
    expect(differences(medium('&amp;expires=1'), medium('0&amp;expires=1'))).toHaveLength(1)
  })
})

describe('entries of lists', () => {
  const media = (...views: string[]) =>
    `<media>${views.map((view) => `<medium view="${view}"><description>of ${view}</description></medium>`).join('')}</media>`

  test('are matched by their key at any position', () => {
    const later = media('A2C1', 'A1C1').replace('of A1C1', 'new')
    const found = diff(item, read(media('A1C1', 'A2C1')), read(later))
    expect(brief(found)).toMatchObject([
      ['changed', 'media/medium[1]/description -> media/medium[2]/description', 'of A1C1', 'new'],
      ['moved', 'media'],
    ])
    expect(found[0]?.labels).toEqual(['Media', 'Front, centre, in packaging', 'Description'])
  })
  test('with different keys are one removed and one added entry', () => {
    expect(
      differences(media('A1C1', 'A2C1'), media('A2C1', 'A7C1')).map(([kind, path]) => [kind, path]),
    ).toEqual([
      ['removed', 'media/medium[1] -> media'],
      ['added', 'media -> media/medium[2]'],
    ])
  })
  test('are matched by code type', () => {
    const codes = (...all: string[]) =>
      `<upcs>${all.map((code) => `<upc type="${code.split(' ')[0]}">${code.split(' ')[1]}</upc>`).join('')}</upcs>`
    expect(differences(codes('GTIN 1', 'PLU 2'), codes('PLU 2', 'GTIN 3'))).toMatchObject([
      ['changed', 'upcs/upc[1] -> upcs/upc[2]', '1', '3'],
      ['moved', 'upcs'],
    ])
    expect(differences(codes('GTIN 1', 'PLU 2'), codes('GTIN 1', 'SKU 2')).map(([kind]) => kind)).toEqual([
      'removed',
      'added',
    ])
  })
  test('match products by sequence, or if each record has only one', () => {
    const product = (sequence: string, text: string) =>
      `<product sequence="${sequence}"><description>${text}</description></product>`
    const two = (one: string, other: string) => `<products>${one}${other}</products>`
    expect(
      differences(two(product('1', 'a'), product('2', 'b')), two(product('2', 'c'), product('1', 'a'))),
    ).toMatchObject([
      ['changed', 'products/product[2]/description -> products/product[1]/description', 'b', 'c'],
      ['moved', 'products'],
    ])
    expect(
      differences(`<products>${product('1', 'a')}</products>`, `<products>${product('2', 'a')}</products>`),
    ).toEqual([['changed', 'products/product[1]/@sequence', '1', '2']])
  })
  test('pair plain texts by position', () => {
    const warnings = (...all: string[]) =>
      `<products><product><warnings>${all.map((text) => `<warning>${text}</warning>`).join('')}</warnings></product></products>`
    const at = (index: number) => `products/product[1]/warnings/warning[${index}]`
    expect(differences(warnings('a', 'b'), warnings('a', 'c'))).toEqual([['changed', at(2), 'b', 'c']])
    expect(differences(warnings('a', 'b'), warnings('b', 'c'))).toEqual([
      ['removed', `${at(1)} -> products/product[1]/warnings`, 'a', undefined],
      ['added', `products/product[1]/warnings -> ${at(2)}`, undefined, 'c'],
    ])
  })
})

test('restores a selection of earlier values', () => {
  const earlier = read(
    '<name>old</name><upcs><upc type="A">1</upc><upc type="B">2</upc></upcs><otherDescription>o</otherDescription>',
  )
  const later = read('<name>new</name><upcs><upc type="B">2</upc><upc type="C">3</upc></upcs>')
  const chosen = diff(item, earlier, later).filter(({ field, kind }) => field !== 'name' && kind !== 'added')
  expect(withEarlier(later, chosen)).toMatchObject({
    name: 'new',
    otherDescription: 'o',
    upcs: [
      { type: 'A', text: '1' },
      { type: 'B', text: '2' },
      { type: 'C', text: '3' },
    ],
  })
})
