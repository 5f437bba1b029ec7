import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { missingPictureReader, missingPictureWriter } from './missing-store.ts'

test('reports the unchanged reason for a picture with an empty address', () => {
  using database = openTemporaryDatabase()
  const context = { db: database.db, now: () => 1, record: () => undefined }
  missingPictureWriter.open(context).failed([{ url: '', itemId: '7', error: 'The address is empty.' }])
  expect(missingPictureReader.open(context).troubles()).toEqual([
    { host: '', reason: 'The address is empty.', count: 1, allow: undefined },
  ])
})

test('gives the reason of each address that could not be downloaded', () => {
  using database = openTemporaryDatabase()
  const context = { db: database.db, now: () => 1, record: () => undefined }
  const url = 'https://pictures.example/a.jpg'
  missingPictureWriter.open(context).failed([{ url, itemId: '7', error: 'The host answers 404.' }])
  const other = 'https://pictures.example/b.jpg'
  expect(missingPictureReader.open(context).reasons([other, url])).toEqual([
    undefined,
    'The host answers 404.',
  ])
})
