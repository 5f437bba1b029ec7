// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code is the text here
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { counted } from '../../src-shared/texts/say.ts'
import { Sentences } from '../../src-shared/texts/sentences.ts'
import { ingestRules } from '../../src-shared/vocabulary/rules/ingest-rules.ts'
import { messagesOf } from './catalogs.ts'
import { saidTexts } from './said-texts.ts'

const texts = Object.keys(await messagesOf('en'))
const table = new Sentences(texts)
const withValues = texts.filter((text) => text.includes('{'))

const plural = /\{(\w+), plural, one \{# ([^{}]*)\} other \{# ([^{}]*)\}\}/g
const filled = (text: string, valueFor: (name: string) => string | number) =>
  text
    .replace(plural, (_, name, one, other) => counted(Number(valueFor(`${name},`)), one, other))
    .replace(/\{(\w+)\}/g, (_, name) => String(valueFor(name)))

describe('the table of sentences', () => {
  test('parses a sentence with any values as itself, or as one with more fixed text', () => {
    expect(withValues.length).toBeGreaterThan(100)
    const word = fc.stringMatching(/^[xyz0-9]{1,12}$/)
    const values = fc.record({ words: fc.array(word, { minLength: 8, maxLength: 8 }), number: fc.nat(9999) })
    fc.assert(
      fc.property(fc.constantFrom(...withValues), values, (text, { words, number }) => {
        let at = 0
        const said = filled(text, (name) => (name.endsWith(',') ? number : (words[at++] ?? '')))
        const known = table.known(said)
        expect(known).toBeDefined()
        const again = filled(known?.text ?? '', (name) => known?.values[name.replace(',', '')] ?? '?')
        expect(again).toBe(said)
      }),
      { numRuns: numberOfCases(2000) },
    )
  })

  test('contains the messages of all rules of items', () => {
    const item = { productCodes: [], products: [] }
    for (const { code, message, broken } of ingestRules) {
      const messages = broken(item).map((found) => found.message ?? message)
      expect([code, messages.filter((sentence) => !table.known(sentence))]).toEqual([code, []])
    }
  })
})

describe('extracting the sentences from the code', () => {
  const within = (code: string) => saidTexts('a.ts', `import { counted, say } from './say.ts'\n${code}`)

  test('names values by their expressions', () => {
    expect(
      within('say`Give ${item.code} or ${codes.length}, ${shown(code)} and ${names.join(", ")}.`'),
    ).toEqual(['Give {code} or {codes}, {code2} and {names}.'])
    expect(within('say`Line ${before + 1}: ${a?.b ?? ""} ${list[0] as string}`')).toEqual([
      'Line {before}: {b} {list}',
    ])
  })
  test('extracts numbers with singular and plural, in a sentence and alone', () => {
    expect(within("say`${counted(left.length, 'file is', 'files are')} left`")).toEqual([
      '{left, plural, one {# file is} other {# files are}} left',
    ])
    expect(within("const words = counted(n, 'item')")).toEqual([
      '{count, plural, one {# item} other {# items}}',
    ])
  })
  test.each([
    ['words as a value', 'say`It ${many ? "are" : "is"} so`'],
    ['a noun that is not a literal', 'counted(n, word)'],
    ['braces', 'say`{} is empty`'],
    ['an apostrophe next to a value', "say`no '${name}'`"],
    ['spaces at the end', 'say`Look. `'],
    ['a sentence of values only', 'say`${a} of ${b}`'],
  ])('refuses %s with the line', (_, code) => {
    expect(() => within(code)).toThrow(/^a\.ts:2: /)
  })
  test('extracts sentences inside values too', () => {
    expect(within('say`${isSo ? say`One` : say`Two`} failed: ${why}`')).toEqual([
      '{value} failed: {why}',
      'One',
      'Two',
    ])
  })
  test('ignores another function with the same name', () => {
    expect(saidTexts('a.ts', 'counted(stream)')).toEqual([])
  })
})
