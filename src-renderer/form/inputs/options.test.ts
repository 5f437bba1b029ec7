import { expect, test } from 'vitest'
import { countryOptions } from './options.ts'

test('offers the 249 countries of ISO 3166-1, by name', () => {
  const codes = countryOptions.map(({ value }) => value)
  expect(new Set(codes).size).toBe(249)
  expect(codes).toEqual(expect.arrayContaining(['CA', 'US', 'GB', 'DE', 'JP', 'ZA', 'AQ', 'PS', 'TW']))
  expect(countryOptions.find(({ value }) => value === 'CA')?.label).toBe('Canada')
})
