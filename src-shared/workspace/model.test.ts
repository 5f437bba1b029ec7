import { expect, test } from 'vitest'
import { isUnencrypted } from './model.ts'

test.each([
  ['https://catalog.example', false],
  ['http://127.0.0.1:8642', false],
  ['http://127.1', false],
  ['http://127.255.255.254/x', false],
  ['http://0x7f000001', false],
  ['http://localhost:80', false],
  ['HTTP://LOCALHOST', false],
  ['http://[::1]:8642', false],
  ['http://[0:0:0:0:0:0:0:1]', false],
  ['nowhere', false],
  ['http://catalog.example', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example', true],
  ['http://127.0.0.1@catalog.example', true],
  ['http://128.0.0.1', true],
  ['http://192.168.1.5', true],
  ['http://0.0.0.0', true],
  ['http://[::ffff:127.0.0.1]', true],
])('%s: %s', (address, readable) => {
  expect(isUnencrypted(address)).toBe(readable)
})
