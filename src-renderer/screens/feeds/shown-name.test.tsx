import { expect, test } from 'vitest'
import { startTexts } from '../../texts/start.ts'
import { shownName } from './shown-name.ts'

const kind = 'update'
const isNameMade = true

test('in English a name is shown as it is kept', () => {
  for (const name of ['Tea and 5 more', 'Update: 3 items', 'Update', 'Update: Tea'])
    expect(shownName({ kind, name, isNameMade })).toBe(name)
  expect(shownName({ kind, name: 'Tea (2 of 5, part 1.2)', batch: 'b' })).toBe('Tea (2 of 5, part 1.2)')
  expect(shownName({ kind, name: 'Posted by pim', postedBy: 'pim' })).toBe('Posted by pim')
})

test('in German the page says what the program made of a name, and nothing that a person gave', async () => {
  await startTexts('de')
  try {
    expect(shownName({ kind, name: 'Tea and 5 more', isNameMade })).toBe('Tea und 5 weitere')
    expect(shownName({ kind, name: 'Update: 3 items', isNameMade })).toBe('Update: 3 Artikel')
    expect(shownName({ kind: 'create', name: 'New items', isNameMade })).toBe('Neue Artikel')
    expect(shownName({ kind, name: 'Brand', isNameMade })).toBe('Brand')
    expect(shownName({ kind, name: 'Tea and 5 more' })).toBe('Tea and 5 more')
    expect(shownName({ kind, name: 'Tea and 5 more (1 of 3)' })).toBe('Tea and 5 more (1 of 3)')
    expect(shownName({ kind, name: 'Tea and 5 more (1 of 3)', batch: 'b' })).toBe('Tea and 5 more (1 von 3)')
    expect(shownName({ kind, name: 'Tea and 5 more (1 of 3, part 2)', batch: 'b', isNameMade })).toBe(
      'Tea und 5 weitere (1 von 3, Teil 2)',
    )
    expect(shownName({ kind, name: 'Posted by pim', postedBy: 'pim' })).toBe('Abgegeben von pim')
    expect(shownName({ kind, name: 'Posted by pim' })).toBe('Posted by pim')
  } finally {
    await startTexts('en')
  }
})
