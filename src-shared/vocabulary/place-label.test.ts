import { expect, test } from 'vitest'
import { entryLabel, numbered, placeWord, placeWords } from './place-label.ts'

test('shows a language in the language of the reader, a view in words, other texts unchanged', () => {
  const spanish = new Intl.DisplayNames(['es'], { type: 'language' })
  const inSpanish = (tag: string) => spanish.of(tag) ?? tag
  expect(placeWord(entryLabel('lang', 'de'), inSpanish)).toBe('alemán')
  expect(placeWord(numbered(entryLabel('lang', 'de'), 2), inSpanish)).toBe('alemán (2)')
  expect(placeWord(entryLabel('view', 'A1C1'), inSpanish)).toBe('Front, centre, in packaging')
  expect(placeWord(numbered(entryLabel('type', 'de'), 3), inSpanish)).toBe('de (3)')
  expect(placeWord(entryLabel('lang', 'not a tag'), inSpanish)).toBe('not a tag')
  expect(placeWords(['Descriptions', entryLabel('lang', 'de'), '1'])).toBe('Descriptions, German, 1')
})
