import { expect, test } from 'vitest'
import { companyFingerprint, fingerprint, ngramFingerprint, numbersOf, sameKeys } from './name-keys.ts'

// The examples of "Clustering In Depth" in the documentation of OpenRefine.
test('the fingerprint ignores case, accents, punctuation, and the order and repetition of words', () => {
  expect(fingerprint('Cruise, Tom')).toBe('cruise tom')
  expect(fingerprint(' Tom  Cruise')).toBe('cruise tom')
  expect(fingerprint('gödel')).toBe(fingerprint('godél'))
  expect(fingerprint('Kennedy, John F.')).toBe('f john kennedy')
  expect(fingerprint('JOHN   F    Kennedy')).toBe('f john kennedy')
})

test('the n-gram fingerprint sorts the sequences of letters', () => {
  expect(ngramFingerprint('Paris')).toBe('arispari')
  expect(ngramFingerprint('Paris', 1)).toBe('aiprs')
  const [one, ...others] = ['Krzysztof', 'Kryzysztof', 'Krzystof'].map((name) => ngramFingerprint(name, 1))
  expect(others).toEqual([one, one])
})

test('the company fingerprint ignores the legal form, unless nothing else is in the name', () => {
  expect(companyFingerprint('Lindt & Sprüngli GmbH')).toBe(companyFingerprint('Lindt & Sprungli, Inc.'))
  expect(companyFingerprint('Co. KG')).toBe('co kg')
})

test('values with different numbers have no key in common', () => {
  expect(numbersOf('2 x 1.5 l')).toBe('1 2 5')
  const shared = (one: string, other: string) => sameKeys(one).filter((key) => sameKeys(other).includes(key))
  expect(shared('1.5 l', '15 l')).toEqual([])
  expect(shared('Omega 3-6', 'Omega 36')).toEqual([])
  expect(shared('7 UP', '7up')).not.toEqual([])
  expect(sameKeys('???')).toEqual([])
})
