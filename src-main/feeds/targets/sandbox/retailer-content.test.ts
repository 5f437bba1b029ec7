import { expect, test } from 'vitest'
import { contentOfFeedRetailer } from '../../../../src-shared/feeds/preview/model.ts'
import {
  contentPlusFeedRetailer,
  type LanguageEntry,
} from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import {
  appendContent,
  feedRetailerOf,
  mergeContent,
  mergeTexts,
  openKeptContent,
} from './retailer-content.ts'

const kept = {
  longDescription: [
    { lang: 'fr-FR', text: 'Du thé' },
    { lang: 'en-US', text: 'Tea' },
  ],
  images: [{ url: 'https://media.example/a', description: [{ lang: 'fr-FR', text: 'Devant' }] }],
  keywords: ['tea'],
}

test('a Content+ feed contains one language per text and replaces only that language', () => {
  const shown = feedRetailerOf({ retailer: 'r1', content: kept })
  expect(shown).toEqual({
    id: 'r1',
    longDescription: 'Tea',
    images: [{ url: 'https://media.example/a', description: 'Devant' }],
    keywords: ['tea'],
  })
  expect(mergeContent(kept, contentOfFeedRetailer(shown))).toEqual(kept)
  const changed = mergeContent(kept, contentOfFeedRetailer({ ...shown, longDescription: 'Green tea' }))
  expect(changed.longDescription).toEqual([
    { lang: 'fr-FR', text: 'Du thé' },
    { lang: 'en-US', text: 'Green tea' },
  ])
})

test('an update appends lists and files, and replaces the text of its language', () => {
  const added = appendContent(kept, {
    longDescription: [{ lang: 'en', text: 'New' }],
    keywords: ['tea'],
    images: kept.images,
  })
  expect(added.keywords).toEqual(['tea', 'tea'])
  expect(added.images).toHaveLength(2)
  expect(added.longDescription?.map(({ text }) => text)).toEqual(['Du thé', 'New'])
})

test('adds a text if two variants of its language exist', () => {
  const english = [
    { lang: 'en-US', text: 'Color' },
    { lang: 'en-GB', text: 'Colour' },
  ]
  expect(mergeTexts(english, [{ lang: 'en', text: 'New' }])).toHaveLength(3)
  expect(mergeTexts(english, [{ lang: 'en-GB', text: 'New' }])[1]).toEqual({ lang: 'en-GB', text: 'New' })
})

test.each([
  ['en-US', 'en-GB'],
  ['fr-FR', 'fr-CA'],
  ['pt', 'pt-BR'],
])('keeps %s and %s of one feed as two texts, also when repeated', (one, other) => {
  const sent = [
    { lang: one, text: 'Color' },
    { lang: other, text: 'Colour' },
  ]
  expect(mergeTexts(undefined, sent)).toEqual(sent)
  expect(mergeTexts(sent, sent)).toEqual(sent)
  expect(mergeTexts([{ lang: other, text: 'Old' }], sent)).toEqual(sent.toReversed())
  expect(mergeTexts([{ lang: other, text: 'Old' }], sent.toReversed())).toEqual(sent.toReversed())
  const further = { lang: `${one.slice(0, 2)}-AU`, text: 'Old' }
  expect(mergeTexts([further], sent)).toEqual(sent)
  expect(mergeTexts([...sent, further], sent)).toEqual([...sent, further])
})

test('keeps all texts of one feed with the same language, or without one', () => {
  const sent = [{ text: 'Tea' }, { text: 'Leaves' }, { lang: 'en', text: 'Infusion' }]
  const texts = (kept: LanguageEntry[]) => mergeTexts(kept, sent).map(({ text }) => text)
  expect(texts([])).toEqual(['Tea', 'Leaves', 'Infusion'])
  expect(texts([{ text: 'Old' }])).toEqual(['Tea', 'Leaves', 'Infusion'])
})

test('reads content that is stored only in the form of a Content+ feed', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const earlier = { id: 'r1', longDescription: 'Tea', keywords: ['tea'] }
  const xml = Buffer.from(writeElement(contentPlusFeedRetailer, 'retailer', earlier))
  db.prepare("INSERT INTO retailer_content VALUES ('7', 'r1', ?, 0, NULL)").run(xml)
  expect(openKeptContent(db)('7')).toEqual([
    { retailer: 'r1', content: { longDescription: [{ text: 'Tea' }], keywords: ['tea'] } },
  ])
})
