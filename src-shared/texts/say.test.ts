import { expect, test } from 'vitest'
import { say } from './say.ts'

test('inserts the values into the sentence', () => {
  expect(say`Nothing.`).toBe('Nothing.')
  const [code, count] = ['x', 2]
  expect(say`${code} is no code; ${count} are.`).toBe('x is no code; 2 are.')
})
