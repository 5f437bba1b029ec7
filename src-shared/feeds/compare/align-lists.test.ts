import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../history/match-entries.ts'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { isNothing, plain } from '../../vocabulary/correspondence/values.ts'
import type { ContentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { placeWords } from '../../vocabulary/place-label.ts'
import type { FeedKind } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { isEquivalent } from './align-lists.ts'
import { compareItem, settleItem } from './comparison.ts'

const seen = (
  sides: { base?: PayloadItem; theirs: PayloadItem; mine: PayloadItem },
  kind: FeedKind = 'refresh',
) => compareItem(kind, sides).map(({ path, state, labels }) => [path, state, placeWords(labels)])

const medium = (view: string, number = 1) => ({ view, url: `https://pictures.test/${view}/${number}.jpg` })
const text = (lang: string, words: string) => ({ lang, text: words })
const media = (...views: string[]): IngestItem => ({ media: views.map((view) => medium(view)) })

describe('entries of lists', () => {
  test('reports a new entry as added and leaves the others', () => {
    expect(seen({ theirs: media('A1C1', 'A7C1'), mine: media('A1C1', 'A1L1', 'A7C1') })).toEqual([
      ['media/medium[2]', 'added', 'Media, Front, turned left, in packaging'],
    ])
  })

  test('reports a missing entry as removed, at the path of the list', () => {
    expect(seen({ theirs: media('A1C1', 'A7C1'), mine: media('A7C1') })).toEqual([
      ['media', 'removed', 'Media, Front, centre, in packaging'],
    ])
  })

  test('matches entries by language at any position', () => {
    const theirs = { ecommerceDescription: [text('fr', 'Bon'), text('en', 'Fine')] }
    const mine = { ecommerceDescription: [text('de', 'Gut'), text('fr', 'Bon'), text('en', 'Finer')] }
    expect(seen({ theirs, mine })).toEqual([
      ['ecommerceDescription/entry[1]', 'added', 'E-commerce description, German'],
      ['ecommerceDescription/entry[3]', 'changed', 'E-commerce description, English'],
    ])
  })

  test('reports a changed order as one changed field, because order matters', () => {
    expect(seen({ theirs: media('A1C1', 'A7C1'), mine: media('A7C1', 'A1C1', 'A1L1') })).toEqual([
      ['media', 'changed', 'Media'],
    ])
  })

  test('distinguishes entries added by the catalog from entries added by the draft', () => {
    const sides = {
      base: media('A1C1', 'A2C1'),
      theirs: media('A1C1', 'A2C1', 'A3C1'),
      mine: media('A0C1', 'A1C1', 'A2C1'),
    }
    expect(seen(sides).map(([path, state]) => [path, state])).toEqual([
      ['media', 'outdated'],
      ['media/medium[1]', 'added'],
    ])
    const taken = settleItem('refresh', sides, 'theirs', { states: ['outdated'] })
    expect(taken.value).toEqual(media('A0C1', 'A1C1', 'A2C1', 'A3C1'))
    expect(taken.base).toEqual(media('A1C1', 'A2C1', 'A3C1'))
    const kept = settleItem('refresh', sides, 'mine', { states: ['outdated'] })
    expect(kept.value).toBe(sides.mine)
    expect(seen({ ...sides, base: kept.base ?? {} }).map(([, state]) => state)).toEqual(['added', 'removed'])
  })

  test('treats keywords of an update as additions to the existing ones', () => {
    const content = (...keywords: string[]): IngestItem => ({ contentPlus: { keywords } })
    expect(seen({ theirs: content('oat', 'bio'), mine: content('new') }, 'update')).toEqual([
      ['contentPlus/keywords/keyword[1]', 'added', 'Content+, Keywords, 1'],
    ])
  })

  test('treats a retailer of a Content+ feed as one entry, and its keywords as one field', () => {
    const retailer = (id: string, ...keywords: string[]) => ({ id, keywords })
    const item = (...some: ContentPlusFeedItem['retailer']): ContentPlusFeedItem => ({
      id: '1',
      retailer: some,
    })
    const theirs = item(retailer('r1', 'oat', 'bio'))
    const mine = item(retailer('r1', 'oat'), retailer('r2', 'new'))
    expect(seen({ theirs, mine }, 'contentplus').map(([path, state]) => [path, state])).toEqual([
      ['retailer[1]/keywords', 'changed'],
      ['retailer[2]', 'added'],
    ])
  })
})

const entries = fc.array(
  fc.record({ lang: fc.constantFrom('en', 'fr', 'de'), text: fc.constantFrom('a', 'b') }),
  {
    maxLength: 4,
  },
)
const item = fc.record({
  media: fc.array(fc.constantFrom(medium('A1C1'), medium('A1C1', 2), medium('A7C1')), { maxLength: 4 }),
  ecommerceDescription: entries,
  contentPlus: fc.record({ keywords: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }) }),
})

const loose = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      undefined,
      '',
      ' ',
      'a',
      ' a ',
      'a b',
      'a  b',
      'https://p.test/1?expires=1',
      'https://p.test/1?expires=2',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('value'), { maxKeys: 3 }),
  ),
})).value

test('isEquivalent equals a comparison without white space, empty elements and URL signatures', () => {
  fc.assert(
    fc.property(loose, loose, (one, other) => {
      const isOne =
        (isNothing(one) && isNothing(other)) || fingerprint(plain(one)) === fingerprint(plain(other))
      expect(isEquivalent(one, other)).toBe(isOne)
      expect(isEquivalent(one, structuredClone(one))).toBe(true)
    }),
    { numRuns: numberOfCases(1000) },
  )
})

test('reports a difference exactly when two items differ, and can settle every difference', () => {
  fc.assert(
    fc.property(item, item, fc.option(item, { nil: undefined }), (theirs, mine, base) => {
      const sides = { base, theirs, mine }
      const fields = compareItem('refresh', sides)
      expect(fields.length === 0).toBe(isEquivalent(theirs, mine))
      expect(new Set(fields.map(({ keys }) => keys.join('/'))).size).toBe(fields.length)
      expect(isEquivalent(settleItem('refresh', sides, 'theirs', {}).value, theirs)).toBe(true)
    }),
  )
})

test('settling one field leaves all other fields unchanged', () => {
  fc.assert(
    fc.property(item, item, (theirs, mine) => {
      const [first] = compareItem('refresh', { theirs, mine })
      if (!first) return
      const { value } = settleItem('refresh', { theirs, mine }, 'theirs', { fields: [first.keys.join('/')] })
      for (const key of ['media', 'ecommerceDescription', 'contentPlus'] as const)
        expect(isEquivalent(value[key], mine[key])).toBe(key !== first.keys[0])
    }),
  )
})
