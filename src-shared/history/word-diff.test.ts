import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../testing/number-of-cases.ts'
import { wordDiff } from './word-diff.ts'

const words = fc.array(fc.constantFrom('a', 'b', 'salt', ' ', '\n', ',', '1.5', 'é', '日本'), {
  maxLength: 40,
})
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  words.map((all) => all.join(' ')),
)

describe('the words of two texts', () => {
  test('the parts add up to the two texts', () => {
    fc.assert(
      fc.property(texts, texts, (earlier, later) => {
        const parts = wordDiff(earlier, later)
        const joined = (except: string) =>
          parts
            .filter(({ kind }) => kind !== except)
            .map(({ text }) => text)
            .join('')
        expect([joined('added'), joined('removed')]).toEqual([earlier, later])
      }),
      { numRuns: numberOfCases(2000) },
    )
  })
  test('equal texts have no differences', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(wordDiff(text, text).every(({ kind }) => kind === 'same')).toBe(true)
      }),
    )
  })
  test('reports only the words that differ, with a number as one word', () => {
    expect(wordDiff('Milk, 1.5 l, from hills', 'Milk, 2.5 l, from green hills')).toEqual([
      { kind: 'same', text: 'Milk, ' },
      { kind: 'removed', text: '1.5' },
      { kind: 'added', text: '2.5' },
      { kind: 'same', text: ' l, from' },
      { kind: 'added', text: ' green' },
      { kind: 'same', text: ' hills' },
    ])
  })
  test('replaces two long unrelated texts as a whole, in under a second', () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, index) => word + index).join(' ')
    const start = performance.now()
    const parts = wordDiff(long('x'), long('y'))
    expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added'])
    expect(performance.now() - start).toBeLessThan(1000)
  })
  test('treats punctuation inside a word as part of the word', () => {
    expect(wordDiff("a l'eau de 1,000.5", "a l'air de 1,000.5.").map(({ text }) => text)).toEqual([
      'a ',
      "l'eau",
      "l'air",
      ' de 1,000.5',
      '.',
    ])
  })
  test('treats a word with a million marks as one word', () => {
    const long = `${"a'".repeat(1_000_000)}a`
    expect(wordDiff(long, `${long}b`).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})
