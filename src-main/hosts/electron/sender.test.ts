import { expect, test } from 'vitest'
import { isFromOurPage } from './sender.ts'

const main = { parent: null, origin: 'app://desk', url: 'app://desk/catalog' }
const window = { mainFrame: main }
const isOurs = (contents: unknown): boolean => contents === window

test('our page in our window is answered', () => {
  expect(isFromOurPage({ sender: window, senderFrame: main }, isOurs)).toBe(true)
})

test.each([
  ['a frame that has gone', { sender: window, senderFrame: null }],
  ['a frame within the page', { sender: window, senderFrame: { ...main, parent: main } }],
  ['another frame of the same address', { sender: window, senderFrame: { ...main } }],
  ['another window with the same page', { sender: { mainFrame: main }, senderFrame: main }],
])('%s is not', (_name, message) => {
  expect(isFromOurPage(message, isOurs)).toBe(false)
})

test.each([
  ['another page', { origin: 'https://other.example', url: 'https://other.example/' }],
  ['a page without an origin', { origin: 'null', url: 'app://desk/' }],
  ['an address that is no longer ours', { origin: 'app://desk', url: 'about:blank' }],
])('%s in our window is not', (_name, page) => {
  const frame = { ...main, ...page }
  expect(isFromOurPage({ sender: { mainFrame: frame }, senderFrame: frame }, () => true)).toBe(false)
})
