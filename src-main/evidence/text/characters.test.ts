import { expect, test } from 'vitest'
import { Characters } from './characters.ts'

// Classes: 0 none, 1 "a", 2 "大", 3 "b", 4 " ".
const characters = new Characters('a\n大\nb\n')
const classes = 5
const probabilities = (...steps: [best: number, probability: number][]): Float32Array =>
  Float32Array.from(
    steps.flatMap(([best, probability]) =>
      Array.from({ length: classes }, (_, one) => (one === best ? probability : 0)),
    ),
  )

test('joins repeated steps, and keeps a letter that is doubled with a gap', () => {
  const steps = probabilities([1, 0.9], [1, 0.5], [0, 1], [1, 0.7], [4, 1], [3, 0.8])
  expect(characters.read(steps, 0, 6, classes)).toEqual({
    text: 'aa b',
    certainty: expect.closeTo(0.85),
    positions: [0.5 / 6, 3.5 / 6, 4.5 / 6, 5.5 / 6],
  })
})

test('reads no Chinese character, and the best Latin one instead', () => {
  const steps = probabilities([2, 0.6])
  steps[3] = 0.3
  expect(characters.read(steps, 0, 1, classes)).toMatchObject({ text: 'b', certainty: expect.closeTo(0.3) })
})

test('reads the strip that starts at an offset; nothing has no certainty', () => {
  const steps = probabilities([1, 0.9], [3, 0.9])
  expect(characters.read(steps, classes, 1, classes).text).toBe('b')
  expect(characters.read(probabilities([0, 1]), 0, 1, classes)).toEqual({
    text: '',
    certainty: 0,
    positions: [],
  })
})
