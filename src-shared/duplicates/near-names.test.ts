import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameLikeness, namesFitPicture, nameWords } from './name-likeness.ts'
import { nearNames } from './near-names.ts'

const alike = (one: string, other: string, brand?: string) =>
  nameLikeness(nameWords(one, brand), nameWords(other, brand))

test.each([
  ['Oatlark Oat Drink 1 l', 'OAT DRINK, 1000 ml', 'Oatlark', 'same'],
  ['Crème brûlée', 'creme brulee', '', 'same'],
  ['Tea with lemon', 'Lemon tea', '', 'same'],
  ['Chocolate spread', 'Choclate spread', '', 'misspelt'],
  ['Chocolate spread', 'Chocolaet spread', '', 'misspelt'],
  ['Oat drink 1 l', 'Oat drink', '', 'amount'],
  ['Oat drink 1 l', 'Oat drink 2 l', '', undefined],
  ['Cherry yoghurt', 'Vanilla yoghurt', '', undefined],
  ['Wild rice', 'Wild rich', '', undefined],
  ['Oat drink', 'Oat drink barista', '', undefined],
])('%s and %s of %s: %s', (one, other, brand, expected) => {
  expect(alike(one, other, brand)).toBe(expected)
})

test.each([
  ['Oat drink 1 l', 'Oat drink barista 1 l', true],
  ['Oatlark oat drink', 'Oat drink', true],
  ['Chocolate spread', 'Choclate spread', true],
  ['Soup', 'Tomato soup', false],
  ['Tomato soup', 'Lentil soup', false],
  ['', '', false],
])('%s and %s fit one picture: %s', (one, other, expected) => {
  const words = (name: string) => nameWords(name, 'Oatlark')
  expect(namesFitPicture(words(one), words(other))).toBe(expected)
  expect(namesFitPicture(words(other), words(one))).toBe(expected)
})

const word = fc.constantFrom('tomato', 'tomatos', 'tomaot', 'soup', 'cream', 'creme', '1', '2', '500', 'rice')
const name = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))

test('is symmetric, and a name matches itself in any order and case', () => {
  fc.assert(
    fc.property(name, name, fc.string(), (one, other, any) => {
      expect(alike(one, other)).toBe(alike(other, one))
      const words = nameWords(any)
      expect(nameLikeness(words, words)).toBe(words.length > 0 ? 'same' : undefined)
      expect(nameWords(one.split(' ').reverse().join('  ').toUpperCase())).toEqual(nameWords(one))
    }),
  )
})

test('finds the same pairs as comparing each name with each', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const distinct = [...new Set(names.map((one) => nameWords(one).join(' ')))]
      const all = distinct.map((text) => nameWords(text))
      const found = nearNames(all).map(({ one, other, likeness }) => `${one} ${other} ${likeness}`)
      const each = all.flatMap((one, index) =>
        all.flatMap((other, at) => {
          const likeness = at > index ? nameLikeness(one, other) : undefined
          return likeness ? [`${index} ${at} ${likeness}`] : []
        }),
      )
      expect(found.sort()).toEqual(each.sort())
    }),
  )
})

test('pairs each name with the first name of the same words', () => {
  const names = ['Rice', 'rice', 'RICE'].map((one) => nameWords(one))
  expect(nearNames(names)).toEqual([
    { one: 0, other: 1, likeness: 'same' },
    { one: 0, other: 2, likeness: 'same' },
  ])
})
