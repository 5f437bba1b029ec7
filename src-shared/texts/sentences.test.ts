import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, listed, say } from './say.ts'
import { Sentences } from './sentences.ts'

const table = new Sentences([
  'Brand',
  'Describe the product.',
  '{label} is missing.',
  '{label} of {item} is missing.',
  '{label} must be {kind}; "{value}" is not.',
  'Enter the real one, or leave it out.',
  '{shown} is not a measure: a measure must be greater than zero. Enter the real one, or leave it out.',
  '{removed, plural, one {# file} other {# files}} removed, {left, plural, one {# file is} other {# files are}} left.',
  '{count, plural, one {# item} other {# items}}',
  '{a}: {b}',
  '{origin} cannot be reached: {reason}.',
  'its name is unknown. {advice}',
  'If you know it, say so',
  '{outcome}. The service counts {received} received',
  'Processed: {accepted} accepted',
])
const values = (input: string) => table.known(input)?.values

test('parses the values of a sentence', () => {
  expect(table.known('Title must be a whole number such as 12; "x" is not.')).toMatchObject({
    text: '{label} must be {kind}; "{value}" is not.',
    values: { label: 'Title', kind: 'a whole number such as 12', value: 'x' },
    quoted: new Set(['value']),
  })
  expect(table.known('Describe the product.')).toMatchObject({ text: 'Describe the product.', values: {} })
  expect(table.known('Nobody ever said this.')).toBeUndefined()
  expect(values(' is missing.')).toEqual({ label: '' })
})

test('parses numbers with their nouns, singular and plural', () => {
  const [removed, left] = [1, 12]
  const input = say`${counted(removed, 'file')} removed, ${counted(left, 'file is', 'files are')} left.`
  expect(input).toBe('1 file removed, 12 files are left.')
  expect(values(input)).toEqual({ removed: 1, left: 12 })
  expect(values('12 items')).toEqual({ count: 12 })
  expect(values('12 item')).toBeUndefined()
  expect(values('some items')).toBeUndefined()
})

test('prefers the matching sentence with more words of its own', () => {
  expect(table.known('Title of 7 is missing.')?.text).toBe('{label} of {item} is missing.')
  expect(table.known('Note: Title is missing.')?.text).toBe('{label} is missing.')
})

test('splits a text into known sentences, and keeps an entry of two sentences together', () => {
  const pieces = (input: string) =>
    table.read(input).map((piece) => (typeof piece === 'string' ? piece : piece.text))
  expect(pieces('Describe the product. Title is missing.\nWho knows.')).toEqual([
    'Describe the product.',
    ' ',
    '{label} is missing.',
    '\n',
    'Who knows.',
  ])
  expect(
    pieces('0 is not a measure: a measure must be greater than zero. Enter the real one, or leave it out.'),
  ).toEqual([
    '{shown} is not a measure: a measure must be greater than zero. Enter the real one, or leave it out.',
  ])
})

test('prefers a sentence that contains others over its parts', () => {
  const [around, ...more] = table.read(
    'https://a.example cannot be reached: its name is unknown. If you know it, say so.',
  )
  expect(more).toEqual([])
  expect(around).toMatchObject({
    text: '{origin} cannot be reached: {reason}.',
    values: { origin: 'https://a.example', reason: 'its name is unknown. If you know it, say so' },
  })
  expect(table.read('Processed: 3 accepted. The service counts 4 received')).toMatchObject([
    { values: { outcome: 'Processed: 3 accepted', received: '4' } },
  ])
  // A sentence that starts with a value, or consists of values only, does not absorb a neighbouring
  // sentence.
  expect(table.read('Who knows. Title is missing. Note: so. Describe the product.')).toMatchObject([
    'Who knows.',
    ' ',
    { text: '{label} is missing.' },
    ' ',
    { text: '{a}: {b}', values: { a: 'Note', b: 'so.' } },
    ' ',
    { text: 'Describe the product.' },
  ])
})

test('the pieces add up to the text', () => {
  const rewritten = (input: string) =>
    table
      .read(input)
      .map((piece) =>
        typeof piece === 'string'
          ? piece
          : piece.text
              .replace(/\{(\w+), plural, one \{# ([^{}]*)\} other \{# ([^{}]*)\}\}/g, (_, name, one, other) =>
                counted(Number(piece.values[name]), one, other),
              )
              .replace(/\{(\w+)\}/g, (_, name) => String(piece.values[name])),
      )
      .join('')
  const part = fc.constantFrom(
    'is missing.',
    'Brand',
    '1 item',
    ' of ',
    ': ',
    '. ',
    '"',
    '; ',
    '\n',
    '2 files',
    'x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const input = parts.join(' ')
      expect(rewritten(input)).toBe(input)
    }),
  )
  expect(rewritten('x. '.repeat(5000))).toBe('x. '.repeat(5000))
})

test('lists words as in a sentence', () => {
  expect(listed(['a', 'b', 'c'], 'and')).toBe('a, b and c')
  expect(listed(['a'], 'or')).toBe('a')
  expect(listed([], 'or')).toBe('')
})
