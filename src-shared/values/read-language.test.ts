import { expect, test } from 'vitest'
import { isLanguageTag, nearLanguage, readLanguage } from './read-language.ts'

test.each([
  ['german', 'de'],
  ['Deutsch', 'de'],
  ['English', 'en'],
  ['français', 'fr'],
  ['Spanisch', 'es'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['日本語', 'ja'],
  ['germany', undefined],
  ['xyz', undefined],
  ['', undefined],
])('reads %s', (text, code) => expect(readLanguage(text)).toBe(code))

test('finds misspelt names of one language only', () => {
  expect(['germna', 'Enlgish', 'italan', 'abc'].map(nearLanguage)).toEqual(['de', 'en', 'it', undefined])
})

test('knows tags by their language', () => {
  expect(['en', 'en-US', 'zh_Hant_TW', 'fil', 'german', 'xx', ''].map(isLanguageTag)).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ])
})
