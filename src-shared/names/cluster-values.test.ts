import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance } from '../edit-distance.ts'
import { clusterValues } from './cluster-values.ts'
import { fingerprint, lettersOf, numbersOf } from './name-keys.ts'

const counted = (...texts: string[]) => texts.map((text, index) => ({ text, count: 100 - index }))
const clustersOf = (...texts: string[]) =>
  clusterValues(counted(...texts)).clusters.map(({ values }) =>
    values.map(({ text, likeness }) => (likeness === 'near' ? `${text}?` : text)),
  )

describe('clusters', () => {
  test('values that differ in spelling only are the same', () => {
    expect(clustersOf('Dr. Oetker', 'Dr.Oetker', 'OETKER, DR', 'Nestlé', 'Nestle')).toEqual([
      ['Dr. Oetker', 'Dr.Oetker', 'OETKER, DR'],
      ['Nestlé', 'Nestle'],
    ])
  })

  test('values with a typing error or a legal form are similar', () => {
    expect(clustersOf('Private Selection', 'Prrivate Selection', 'Mars')).toEqual([
      ['Private Selection', 'Prrivate Selection?'],
    ])
    expect(clustersOf('Haribo', 'Haribo GmbH & Co. KG')).toEqual([['Haribo', 'Haribo GmbH & Co. KG?']])
    // From the documentation of OpenRefine: one word, misspelled in two ways.
    expect(clustersOf('Krzysztof', 'Kryzysztof', 'Krzystof')).toEqual([
      ['Krzysztof', 'Kryzysztof?', 'Krzystof?'],
    ])
  })

  test('values with different numbers, short names and chains of similar names stay apart', () => {
    expect(clustersOf('Omega 3', 'Omega 6', 'Mars', 'Maas', '1.5 l', '15 l')).toEqual([])
    expect(clustersOf('bakery', 'bakers', 'backers')).toEqual([['bakery', 'bakers?']])
  })

  test('the most frequent spelling is proposed, and of equally frequent ones the one with both cases', () => {
    const keep = (values: { text: string; count: number }[]) => clusterValues(values).clusters[0]?.keep
    expect(
      keep([
        { text: 'nestle', count: 2 },
        { text: 'Nestle', count: 1 },
      ]),
    ).toBe('nestle')
    expect(
      keep([
        { text: 'NESTLE', count: 1 },
        { text: 'Nestle', count: 1 },
      ]),
    ).toBe('Nestle')
  })

  test('a decision for an earlier file is proposed again', () => {
    const decided = new Map([['Müller Milch', 'Molkerei Müller']])
    expect(clusterValues([{ text: 'Müller Milch', count: 3 }], decided).clusters).toEqual([
      { keep: 'Molkerei Müller', values: [{ text: 'Müller Milch', count: 3, likeness: 'decided' }] },
    ])
  })

  test('values that are all alike are compared in bounded time, and the result says so', () => {
    const found = clusterValues(
      Array.from({ length: 3000 }, (_, index) => ({
        text: `aaaaaaaaaaaa${String.fromCodePoint(0x4e00 + index)}bbbb${String.fromCodePoint(0x5e00 + index)}cccc`,
        count: 1,
      })),
    )
    expect(found.isCut).toBe(true)
  })
})

// Few letters, so that values are often alike.
const value = fc.stringMatching(/^[aAäbé1 .-]{1,12}$/)
const values = fc.uniqueArray(fc.record({ text: value, count: fc.integer({ min: 1, max: 3 }) }), {
  selector: ({ text }) => text,
  maxLength: 40,
})

describe('of any values', () => {
  test('the clusters do not depend on the order', () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.nat()), (given, random) => {
        const keys = new Map(given.map((one) => [one, random.next().value]))
        const shuffled = given.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0))
        expect(clusterValues(shuffled)).toEqual(clusterValues(given))
      }),
      { numRuns: 200 },
    )
  })

  test('each value is in one cluster at most, and is called the same only if its words or letters are', () => {
    fc.assert(
      fc.property(values, (given) => {
        const { clusters } = clusterValues(given)
        const texts = clusters.flatMap((cluster) => cluster.values.map(({ text }) => text))
        expect(new Set(texts).size).toBe(texts.length)
        for (const cluster of clusters) {
          const same = cluster.values.filter(({ likeness }) => likeness === 'same')
          for (const { text } of cluster.values) expect(numbersOf(text)).toBe(numbersOf(cluster.keep))
          // Joined by words or by letters, so the letters of all are the same.
          const sorted = same.map(({ text }) => [...new Set(lettersOf(text))].sort().join(''))
          expect(new Set(sorted).size).toBeLessThan(2)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('no two values left over have the same fingerprint and numbers', () => {
    fc.assert(
      fc.property(values, (given) => {
        const clusterOf = new Map(
          clusterValues(given).clusters.flatMap((cluster) =>
            cluster.values.map(({ text }) => [text, cluster] as const),
          ),
        )
        for (const { text } of given)
          for (const { text: other } of given)
            if (
              fingerprint(text) !== '' &&
              fingerprint(text) === fingerprint(other) &&
              numbersOf(text) === numbersOf(other) &&
              text !== other
            ) {
              expect(clusterOf.get(text)).toBeDefined()
              expect(clusterOf.get(text)).toBe(clusterOf.get(other))
            }
      }),
      { numRuns: 100 },
    )
  })
})

test('names within one edit, and long names within two, are found however they are spelled', () => {
  const word = fc.stringMatching(/^[abc]{5,14}$/)
  const edits = fc.array(fc.tuple(fc.nat(13), fc.constantFrom('', 'a'), fc.nat(1)), {
    minLength: 1,
    maxLength: 2,
  })
  fc.assert(
    fc.property(word, edits, (text, changes) => {
      const other = changes.reduce(
        (changed, [at, by, removed]) => changed.slice(0, at) + by + changed.slice(at + removed),
        text,
      )
      const shorter = Math.min(text.length, other.length)
      const plain = editDistance(text, other, 2)
      fc.pre(shorter >= 5 && other !== text && plain <= (shorter < 9 ? 1 : 2))
      expect(clusterValues(counted(text, other)).clusters).toHaveLength(1)
    }),
    { numRuns: 300 },
  )
})
