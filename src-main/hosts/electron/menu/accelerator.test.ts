import { expect, test } from 'vitest'
import { acceleratorOf } from './accelerator.ts'

test.each([
  ['Mod+K', 'CommandOrControl+K'],
  ['Mod+Shift+F', 'CommandOrControl+Shift+F'],
  ['Alt+ArrowUp', 'Alt+Up'],
  ['Mod+Enter', 'CommandOrControl+Enter'],
  ['Mod+Plus', 'CommandOrControl+Plus'],
  ['F2', 'F2'],
  ['Shift+F10', 'Shift+F10'],
])('%s is shown as %s', (keys, accelerator) => {
  expect(acceleratorOf(keys)).toBe(accelerator)
})

test.each([
  ['no keys', ''],
  ['a sequence', 'G C'],
  ['a sequence with a modifier', 'Mod+K Mod+S'],
  ['a key that types text', 'J'],
  ['a key that works only outside of fields', 'Shift+Enter'],
  ['a symbol', 'Mod+?'],
  ['an unknown key', 'Mod+Ä'],
])('%s has no accelerator', (_name, keys) => {
  expect(acceleratorOf(keys)).toBeUndefined()
})
