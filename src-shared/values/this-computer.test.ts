import { expect, test } from 'vitest'
import { isOnThisComputer } from './this-computer.ts'

test.each([
  ['http://127.0.0.1:1/a', true],
  ['http://127.1.2.3/a', true],
  ['https://LOCALHOST/a', true],
  ['http://[::1]:8080/a', true],
  ['https://127.0.0.1.example/a', false],
  ['https://images.example/127.0.0.1', false],
  ['no address', false],
])('%s', (url, expected) => {
  expect(isOnThisComputer(url)).toBe(expected)
})
