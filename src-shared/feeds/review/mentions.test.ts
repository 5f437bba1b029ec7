import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIn, partsOfComment } from './mentions.ts'
import { nextStep } from './model.ts'

test('finds names after an at sign, but no e-mail addresses', () => {
  expect(mentionedIn('@ana and (@Bob). Write to eve@example.org, @ nobody', ['Ana'])).toEqual(['Ana', 'Bob'])
  expect(mentionedIn('@Ana @ana @ANA', ['Ana'])).toEqual(['Ana'])
  expect(mentionedIn('@jo.doe.', [])).toEqual(['jo.doe'])
})

test('finds a known name with spaces, and prefers the longest', () => {
  const people = ['Ana', 'Ana María López']
  expect(mentionedIn('Ask @ana maría lópez, then @Ana Lee', people)).toEqual(['Ana María López', 'Ana'])
  expect(mentionedIn('@Anabel', people)).toEqual(['Anabel'])
})

test('the parts are the comment again, without the at signs of mentions', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('@', 'a', 'B', '.', ' ', 'é', '😀', '-') }), (comment) => {
      const parts = partsOfComment(comment, ['a B', 'aa'])
      expect(parts.map(({ text, isMention }) => (isMention ? `@${text}` : text)).join('')).toBe(comment)
    }),
  )
})

test('names the next step of each role', () => {
  const step = (
    role: Parameters<typeof nextStep>[0]['role'],
    state: Parameters<typeof nextStep>[1]['state'],
  ) =>
    [
      nextStep({ name: 'Ana', role }, { state, lastAuthor: 'Bob' }),
      nextStep({ name: 'Ana', role }, { state, lastAuthor: 'Ana' }),
    ].join(' ')
  expect(step('author', 'working')).toBe('propose propose')
  expect(step('author', 'proposed')).toBe('wait wait')
  expect(step('reviewer', 'proposed')).toBe('approve wait')
  expect(step('administrator', 'proposed')).toBe('approve approve-own')
  expect(step('reviewer', 'approved')).toBe('wait wait')
  expect(step('sender', 'approved')).toBe('queue queue')
  expect(step('sender', 'returned')).toBe('propose propose')
})
