/** Profiles may have any origin: they contain no patterns, and their limits bound the reading time. */
import { expect, test } from 'vitest'
import { chosenFileLimits as max } from '../file-limits.ts'
import { growthOf } from '../vocabulary/kit/testing/growth.ts'
import { readProfile, validateProfile } from './read-profile.ts'

const profile = (requirements: unknown) => ({ name: 'Shelf', kinds: ['create'], requirements })
const wish = (path: string) => ({ path, need: 'wished' })

test('refuses 100,000 requirements or members with a short message', () => {
  const many = validateProfile(profile(Array.from({ length: 100_000 }, () => wish('ecommerceTitle'))))
  expect(many).toEqual({
    problems: [expect.objectContaining({ message: expect.stringContaining('this one has 100000') })],
  })
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`member ${at}`, 1]))
  const named = validateProfile({ ...profile([wish('ecommerceTitle')]), ...members })
  expect('problems' in named && named.problems[0]?.message.length).toBeLessThanOrEqual(300)
  const nested = '['.repeat(max.profileCharacters / 2) + ']'.repeat(max.profileCharacters / 2)
  expect(readProfile(nested)).toMatchObject({ problems: [{ code: 'PROFILE_INVALID' }] })
})

test.each<[string, (n: number) => unknown]>([
  ['requirements', (n) => profile(Array.from({ length: n / 20 }, (_, at) => wish(`a/${at}`)))],
  ['alternatives', (n) => profile([{ ...wish('a'), or: Array.from({ length: n }, (_, at) => `b${at}`) }])],
  ['members', (n) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`m${at}`, at]))],
  ['a path of positions', (n) => profile([wish('[1]'.repeat(n))])],
])('reads %s in linear time', (_name, value) => {
  const growth = growthOf(
    (n) => JSON.stringify(value(n)),
    (text) => void readProfile(text),
    1000,
  )
  expect(growth).toMatchObject({ isLinear: true })
})
