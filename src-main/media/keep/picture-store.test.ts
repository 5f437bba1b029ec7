import { expect, test } from 'vitest'
import { openCatalogWriter } from '../../catalog/index.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { pictureAddress, pictureReader } from './picture-store.ts'

test.each([
  'https://media.example/a.jpg',
  'https://media.example/a.jpg?signature=abc',
  'https://media.example/a.jpg?size=600&signature=abc',
  'https://media.example/a.jpg?signature=abc&size=600',
  'https://Media.example/a b.jpg#front',
])('finds an item by the permanent part of %s', (url) => {
  using database = openTemporaryDatabase()
  const { db } = database
  openCatalogWriter({ db, now: () => 1, record: () => undefined }).putItems([
    Buffer.from(
      `<item id="7"><media><medium view="A1C1" type="original"><url>${url.replaceAll('&', '&amp;')}</url></medium></media></item>`,
    ),
  ])
  const { naming } = pictureReader.open({ db })
  expect(naming(pictureAddress(url), 0).found).toEqual({ url, itemId: '7' })
  expect(naming('https://media.example/a', 0)).toEqual({})
})
