import { expect, test } from 'vitest'
import { matchNames } from './match-names.ts'

const entries = ['Dr. Oetker', 'Nestlé', 'Private Selection', 'Lindt & Sprüngli', 'Nordvik'].map(
  (name, index) => ({ id: `b${index}`, name }),
)
const found = (...names: string[]) =>
  Object.fromEntries(
    [...matchNames(names, entries).matches].map(([name, { likeness, entry }]) => [
      name,
      `${likeness} ${entry.name}`,
    ]),
  )

test('each name gets the entry that it probably means', () => {
  expect(
    found('OETKER DR', 'Nestle', 'Prrivate Selection', 'Lindt & Sprungli Inc.', 'norvik', 'Unknown'),
  ).toEqual({
    'OETKER DR': 'same Dr. Oetker',
    Nestle: 'same Nestlé',
    'Prrivate Selection': 'near Private Selection',
    'Lindt & Sprungli Inc.': 'near Lindt & Sprüngli',
    norvik: 'near Nordvik',
  })
})

test('a name that two entries match equally well has no match, and a better one is preferred', () => {
  const match = (names: string[]) =>
    matchNames(
      ['Nordvik'],
      names.map((name) => ({ name })),
    ).matches.get('Nordvik')?.entry.name
  expect(match(['Nordvig', 'Nordvil'])).toBeUndefined()
  expect(match(['Nordvig', 'NORDVIK', 'Nordvil'])).toBe('NORDVIK')
})
