import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ingestRules } from '../vocabulary/rules/ingest-rules.ts'
import { knownSentence, sentences } from './sentences.ts'

test('the values of a sentence are read back', () => {
  expect(knownSentence('Title must be a whole number such as 12; "x" is not.')).toEqual({
    text: '{label} must be {kind}; "{value}" is not.',
    values: { label: 'Title', kind: 'a whole number such as 12', value: 'x' },
  })
  expect(knownSentence('Describe the product.')).toEqual({ text: 'Describe the product.', values: {} })
  expect(knownSentence('Nobody ever said this.')).toBeUndefined()
  expect(knownSentence(' is missing.')?.values).toEqual({ label: '' })
})

test('whatever is known is said again unchanged', () => {
  const value = fc.stringMatching(/^[a-zA-Z0-9 .]{0,12}$/)
  fc.assert(
    fc.property(
      fc.constantFrom(...sentences),
      fc.array(value, { minLength: 3, maxLength: 3 }),
      (text, made) => {
        let at = 0
        const said = text.replace(/\{\w+\}/g, () => made[at++] ?? '')
        const known = knownSentence(said)
        const again = known?.text.replace(/\{(\w+)\}/g, (_, name: string) => known.values[name] ?? '?')
        expect(again).toBe(said)
      },
    ),
  )
})

test('every rule of an item that says one sentence only is in the table', () => {
  const item = { productCodes: [], products: [] }
  for (const { code, message, broken } of ingestRules) {
    const said = broken(item).map((found) => found.message ?? message)
    expect([code, said.filter((sentence) => !knownSentence(sentence))]).toEqual([code, []])
  }
})
