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
