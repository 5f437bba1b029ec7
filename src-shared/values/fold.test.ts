import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldedWords, indexedWords } from './fold.ts'

test.each([
  ['Straße groß', 'STRASSE GROSS'],
  ['STRAẞE', 'Strasse'],
  ['Ελληνικό γιαούρτι', 'ΕΛΛΗΝΙΚΟ ΓΙΑΟΥΡΤΙ'],
  ['Κόσμος', 'κοσμοσ'],
  ['Йогурт ёлка', 'йогурт елка'],
  ['مُحَمَّد كـتاب', 'محمد كتاب'],
  ['soft\u00adhyphen and\u200bzero', 'softhyphen andzero'],
  ['ＦＵＬＬ　４００６', 'full 4006'],
  ['Smørrebrød', 'smorrebrod'],
  ['İstanbul', 'istanbul'],
  ['Oreo™', 'oreo'],
  ['\uff76\uff9e', 'ガ'],
])('folds %s and %s to the same text', (one, other) => expect(fold(one)).toBe(fold(other)))

test.each([
  ['か', 'が'],
  ['कि', 'की'],
  ['นำ', 'น้ำ'],
])('folds %s and %s to different texts', (one, other) => expect(fold(one)).not.toBe(fold(other)))

const letters = [...'aéÑßøŁçöЙёїΆΐςΩאבُّمأเน้ำ牛乳ガか한국हिन्दी１½ﬁ™-. \u00ad\u200d']
const text = fc.array(fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'grapheme', maxLength: 2 })), {
  maxLength: 12,
})

test('folding is idempotent, and ignores normal forms and invisible characters', () => {
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('')
      expect(fold(fold(whole))).toBe(fold(whole))
      expect(fold(whole.normalize('NFD'))).toBe(fold(whole))
      expect(fold(parts.join('\u00ad'))).toBe(fold(whole))
    }),
  )
})

test('each word of a text is a prefix of an indexed word; the index has letters and digits only', () => {
  fc.assert(
    fc.property(text, (parts) => {
      const indexed = indexedWords(parts.join('')).trim().split(' ')
      for (const word of foldedWords(parts.join('')))
        expect(indexed.some((one) => one.startsWith(word))).toBe(true)
      expect(indexed.join('')).not.toMatch(/[^\p{L}\p{M}\p{N}]/u)
    }),
  )
})

test('segments scripts without spaces by ICU, and indexes the endings of words', () => {
  expect(foldedWords('有機抹茶チョコレート 500ml')).toEqual(['有機', '抹茶', 'チョコレート', '500ml'])
  expect(foldedWords('น้ำปลาตราปลาหมึก')).toEqual(['น้ำปลา', 'ตรา', 'ปลาหมึก'])
  expect(indexedWords('チョコレート').split(' ')).toContain('レート')
  // The endings of a long word are truncated to keep the index small.
  expect(indexedWords('カ'.repeat(10_000)).length).toBeLessThan(200_000)
})
