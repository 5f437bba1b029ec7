import { describe, expect, test } from 'vitest'
import { offeredLanguages, translatedLanguages } from '../../src-shared/workspace/languages.ts'
import { catalogsOf, messagesOf, missingIn, partsOf, textsOfCode } from './catalogs.ts'

const catalogs = await catalogsOf()
const inCode = await textsOfCode()

test('the catalogs contain exactly the texts of the code (else run npm run texts)', async () => {
  const ids = Object.keys(inCode).sort()
  expect(ids.length).toBeGreaterThan(1000)
  expect(Object.keys(await messagesOf('en')).sort()).toEqual(ids)
  for (const { messages } of catalogs) expect(Object.keys(messages).sort()).toEqual(ids)
})

test('offers only languages with complete translations', () => {
  const complete = catalogs.filter(({ messages }) => missingIn(messages).length === 0)
  const names = complete.map(({ language }) => language)
  expect(offeredLanguages.filter((language) => language !== 'en' && !names.includes(language))).toEqual([])
  expect(catalogs.map(({ language }) => language)).toEqual([...translatedLanguages])
})

describe.each(catalogs)('$language', ({ language, messages }) => {
  const translated = Object.entries(messages).filter(([, { translation }]) => translation)

  test('translations have the placeholders and elements of their text', () => {
    const differing = translated.filter(
      ([id, { message = id, translation = '' }]) =>
        JSON.stringify(partsOf(message)) !== JSON.stringify(partsOf(translation)),
    )
    expect(differing.map(([, { translation }]) => translation)).toEqual([])
  })

  test('translations have the leading and trailing spaces of their text', () => {
    const edges = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]]
    for (const [id, { message = id, translation = '' }] of translated)
      expect([message, edges(translation)]).toEqual([message, edges(message)])
  })

  test('plurals have the forms of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    expect(forms).toContain('other')
    for (const [, { translation = '' }] of translated)
      for (const [form] of translation.matchAll(/(?<=[ }])(zero|one|two|few|many) \{/g))
        expect(forms).toContain(form.split(' ')[0])
  })
})
