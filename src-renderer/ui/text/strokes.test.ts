import { expect, test } from 'vitest'
import { areInConflict, printedKeys, strokeOf, worksInFields } from './strokes.ts'

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  strokeOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

test('modifiers have a fixed order; symbols have no Shift, however they are typed', () => {
  expect(press('k', { ctrlKey: true })).toBe('Mod+K')
  expect(press('K', { metaKey: true, shiftKey: true })).toBe('Mod+Shift+K')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('+', { ctrlKey: true })).toBe('Mod+Plus')
  expect(press(' ')).toBe('Space')
  expect(press('Shift', { shiftKey: true })).toBeUndefined()
})

test('only strokes that type no text work in fields', () => {
  expect(['Mod+K', 'Alt+1', 'F9', 'Shift+F9'].every(worksInFields)).toBe(true)
  expect(['G', '?', 'Shift+A'].some(worksInFields)).toBe(false)
})

test('keys conflict with the same keys, and with sequences that start with them', () => {
  expect(areInConflict('G C', 'G C')).toBe(true)
  expect(areInConflict('G', 'G C')).toBe(true)
  expect(areInConflict('G C', 'G CC')).toBe(false)
  expect(areInConflict('', 'G')).toBe(false)
})

test('keys are printed one by one', () => {
  expect(printedKeys('G C')).toEqual(['G', 'C'])
  expect(printedKeys('Shift+ArrowDown')).toEqual(['⇧', '↓'])
  expect(printedKeys('Mod+Plus').at(-1)).toBe('+')
  expect(printedKeys('')).toEqual([])
})
