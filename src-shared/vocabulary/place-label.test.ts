import { expect, test } from 'vitest'
import { numbered, placeWord, placeWords, tellingLabel } from './place-label.ts'

test('shows a language in the language of the reader, a view in words, other texts unchanged', () => {
  const spanish = new Intl.DisplayNames(['es'], { type: 'language' })
  const inSpanish = (tag: string) => spanish.of(tag) ?? tag
  expect(placeWord(tellingLabel('lang', 'de'), inSpanish)).toBe('alemán')
  expect(placeWord(numbered(tellingLabel('lang', 'de'), 2), inSpanish)).toBe('alemán (2)')
  expect(placeWord(tellingLabel('view', 'A1C1'), inSpanish)).toBe('Front, centre, in packaging')
  expect(placeWord(numbered(tellingLabel('type', 'de'), 3), inSpanish)).toBe('de (3)')
  expect(placeWord(tellingLabel('lang', 'not a tag'), inSpanish)).toBe('not a tag')
  expect(placeWords(['Descriptions', tellingLabel('lang', 'de'), '1'])).toBe('Descriptions, German, 1')
})
