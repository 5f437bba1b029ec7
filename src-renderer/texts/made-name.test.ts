import { expect, test } from 'vitest'
import { englishName, type Name } from '../../src-shared/feeds/draft/made-name.ts'
import { translateAnswer } from '../rpc/translate-answer.ts'
import { translatedName } from './made-name.ts'
import { startTexts } from './start.ts'

const tea: Name = { made: 'begun-from', first: 'Tea', more: 5 }
/** Each kind of generated name, in English and in German. */
const names: [Name, english: string, german: string][] = [
  [tea, 'Tea and 5 more', 'Tea und 5 weitere'],
  [{ made: 'begun-from', first: 'Brand', more: 0 }, 'Brand', 'Brand'],
  [{ made: 'contents', kind: 'update', items: 3 }, 'Update: 3 items', 'Update: 3 Artikel'],
  [{ made: 'contents', kind: 'refresh', about: 'Tea' }, 'Refresh: Tea', 'Refresh: Tea'],
  [{ made: 'contents', kind: 'create', about: 'Tea' }, 'Tea', 'Tea'],
  [{ made: 'contents', kind: 'create' }, 'New items', 'Neue Artikel'],
  [{ made: 'search', kind: 'update', text: 'tea' }, 'Update: tea', 'Update: tea'],
  [{ made: 'version', item: 'Tea', version: 2 }, 'Tea: values of version 2', 'Tea: Werte von Version 2'],
  [{ made: 'posted', by: 'pim' }, 'Posted by pim', 'Abgegeben von pim'],
  [
    { made: 'part', whole: 'Tea and 5 more', number: 1, of: 3 },
    'Tea and 5 more (1 of 3)',
    'Tea and 5 more (1 von 3)',
  ],
  [
    { made: 'part', whole: tea, number: 2, of: 5, inner: [1, 2] },
    'Tea and 5 more (2 of 5, part 1.2)',
    'Tea und 5 weitere (2 von 5, Teil 1.2)',
  ],
  ['Update: 3 items', 'Update: 3 items', 'Update: 3 items'],
]

test('an English page shows the stored name', () => {
  for (const [name, english] of names)
    expect([translatedName(name), englishName(name)]).toEqual([english, english])
})

test('a German page translates the generated parts of a name, not the parts given by a person', async () => {
  await startTexts('de')
  try {
    for (const [name, , german] of names) expect(translatedName(name)).toBe(german)
  } finally {
    await startTexts('en')
  }
})

test('names of drafts and feeds are translated in all answers, including in sentences', async () => {
  const named = { name: englishName(tea), nameParts: tea }
  const answer = () => ({
    drafts: [
      { id: 'd', ...named },
      { id: 'e', name: 'Tea and 5 more' },
    ],
    problems: [
      { message: 'Item 1 is in “Tea and 5 more” already (update, queued).', feed: { id: 'f', ...named } },
    ],
  })
  expect(translateAnswer('feeds', answer())).toEqual(answer())
  await startTexts('de')
  try {
    expect(translateAnswer('feeds', answer())).toMatchObject({
      drafts: [{ name: 'Tea und 5 weitere', nameParts: tea }, { name: 'Tea and 5 more' }],
      problems: [
        { message: expect.stringContaining('„Tea und 5 weitere“'), feed: { name: 'Tea und 5 weitere' } },
      ],
    })
  } finally {
    await startTexts('en')
  }
})
