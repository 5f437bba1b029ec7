import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesIn } from './highlight.tsx'
import { searchedWords } from './searched-words.ts'

const marked = (text: string, query: string): string[] =>
  matchesIn(text, searchedWords(query)).map(([from, to]) => text.slice(from, to))

test.each([
  ['Crème du Pré', 'creme', ['Crème']],
  ['Oatlark Original Oat Drink', 'oat', ['Oat', 'Oat']],
  ['Goat cheese', 'oat', []],
  ['Oat drink', 'brand:oat -drink', ['Oat']],
  ['Straße', 'strasse', ['Straße']],
  ['有機抹茶', '抹茶', ['抹茶']],
  ['γιαούρτι', 'ΓΙΑΟΥΡ', ['γιαούρ']],
  ['ﬁne oats', 'fine', ['ﬁne']],
  ['Vitamin ⒝ 12', 'b', ['⒝']],
])('in %j, %j marks %j', (text, query, expected) => {
  expect(marked(text, query)).toEqual(expected)
})

test('returns ordered, disjoint marks inside the text for any words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ maxLength: 3 })), (text, words) => {
      let end = 0
      for (const [from, to] of matchesIn(text, words)) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(text.length)
        end = to
      }
    }),
  )
})
