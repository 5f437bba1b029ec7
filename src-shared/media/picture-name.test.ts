import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureName } from './picture-name.ts'

test.each([
  [
    { gtin: '9522003001170', itemId: '20', view: 'A1C1', mimeType: 'image/jpeg' },
    1,
    '09522003001170_A1C1.jpg',
  ],
  [
    { gtin: '9522003001170', itemId: '20', view: 'A1C1', mimeType: 'image/png' },
    2,
    '09522003001170_A1C1_2.png',
  ],
  [{ gtin: '', itemId: 'i/20', view: '', mimeType: 'image/x-odd' }, 1, 'i20'],
])('%j', (picture, position, name) => {
  expect(pictureName(picture, position)).toBe(name)
})

test('names contain no path separator and are never empty', () => {
  fc.assert(
    fc.property(
      fc.record({ gtin: fc.string(), itemId: fc.string(), view: fc.string(), mimeType: fc.string() }),
      (picture) => {
        expect(pictureName(picture)).toMatch(/^[A-Za-z0-9_-]+(\.[a-z]+)?$/)
      },
    ),
  )
})

test('shortens a long identifier to a valid file name and keeps its end', () => {
  const named = (itemId: string) => pictureName({ gtin: '', itemId, view: 'A1C1', mimeType: 'image/png' })
  const name = named(`${'a'.repeat(300)}-2`)
  expect(name.length).toBeLessThan(120)
  expect(name).toMatch(/a-2_A1C1\.png$/)
})
