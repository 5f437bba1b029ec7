import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenFileLimits as max } from '../file-limits.ts'
import { profileText, readProfile } from './read-profile.ts'

const sound = {
  name: 'Shelf',
  kinds: ['create', 'refresh'],
  requirements: [
    { path: 'ecommerceTitle', need: 'required', least: 5, most: 100, weight: 2 },
    { path: 'media/medium', need: 'required', view: 'front', pixels: 900 },
    { path: 'media/medium', need: 'wished', view: 'A2C1' },
  ],
}
const refused = (change: object): string[] => {
  const read = readProfile(JSON.stringify({ ...sound, ...change }))
  return 'problems' in read ? read.problems.map(({ path, message }) => `${path}: ${message}`) : []
}
const requiring = (...requirements: object[]) => refused({ requirements })

describe('a profile as a file', () => {
  test('round-trips unchanged', () => {
    const read = readProfile(JSON.stringify(sound))
    if (!('profile' in read)) throw new Error(JSON.stringify(read))
    expect(read.profile).toEqual(sound)
    expect(readProfile(`\uFEFF${profileText(read.profile)}`)).toEqual(read)
  })

  test.each<[string, string[], RegExp[]]>([
    ['nothing asked', requiring(), [/^requirements: /]],
    ['a word this version does not know', refused({ colour: 'red' }), [/colour/]],
    [
      'a word in a requirement',
      requiring({ path: 'categoryId', need: 'required', wieght: 2 }),
      [/^requirements\[1\]: .*wieght/],
    ],
    ['no need', requiring({ path: 'categoryId' }), [/^requirements\[1\]\.need: /]],
    [
      'a field that is in no feed',
      requiring({ path: 'products/product/allergens', need: 'wished' }),
      [/^requirements\[1\]\.path: No feed of this kind has a field products\/product\/allergens/],
    ],
    [
      'a position',
      requiring({ path: 'products/product[1]/description', need: 'wished' }),
      [/without positions: products\/product\/description/],
    ],
    [
      'another field that is in no feed',
      requiring({ path: 'categoryId', or: ['manufacturerId', 'maker'], need: 'wished' }),
      [/^requirements\[1\]\.or\[2\]: /],
    ],
    [
      'the same twice',
      requiring({ path: 'categoryId', need: 'wished' }, { path: 'categoryId', need: 'required' }),
      [/^requirements\[2\]\.path: categoryId is already required/],
    ],
    [
      'the length of a number',
      requiring({ path: 'packageData/length/measure', need: 'wished', least: 2 }),
      [/^requirements\[1\]\.least: .* is no text/],
    ],
    [
      'more than the most',
      requiring({ path: 'ecommerceTitle', need: 'wished', least: 9, most: 3 }),
      [/^requirements\[1\]\.most: /],
    ],
    [
      'several of one',
      requiring({ path: 'ecommerceTitle', need: 'wished', entries: 2 }),
      [/^requirements\[1\]\.entries: /],
    ],
    [
      'the view of a text',
      requiring({ path: 'ecommerceTitle', need: 'wished', view: 'front', pixels: 9 }),
      [/^requirements\[1\]\.view: /, /^requirements\[1\]\.pixels: /],
    ],
    [
      'a side that nothing has',
      requiring({ path: 'media/medium', need: 'wished', view: 'inside' }),
      [/^requirements\[1\]\.view: inside is no view/],
    ],
    ['Content+ beside others', refused({ kinds: ['create', 'contentplus'] }), [/^kinds: /]],
  ])('is refused for %s, with path and reason', (_name, problems, expected) => {
    expect(problems.length).toBeGreaterThanOrEqual(expected.length)
    for (const [index, pattern] of expected.entries()) expect(problems[index]).toMatch(pattern)
  })

  test('reports the position of invalid JSON without quoting it', () => {
    const read = readProfile('{\n  "name": "secret words",\n  oops: 1\n}')
    expect(read).toEqual({
      problems: [{ code: 'PROFILE_INVALID', path: '', message: expect.stringMatching(/^This is not JSON/) }],
    })
    expect(JSON.stringify(read)).not.toContain('secret')
  })

  test('refuses a file that is too large without parsing it', () => {
    const read = readProfile(JSON.stringify({ ...sound, about: 'x'.repeat(max.profileCharacters) }))
    expect(read).toMatchObject({ problems: [{ message: expect.stringContaining('256 KB') }] })
  })

  test('never throws for any text or value', () => {
    fc.assert(fc.property(fc.string(), (text) => void readProfile(text)))
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(readProfile(text)).toHaveProperty('problems')
      }),
    )
  })
})
