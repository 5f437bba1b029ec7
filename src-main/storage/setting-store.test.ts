import { expect, test } from 'vitest'
import type { Change } from '../../src-shared/rpc/changes.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { settingReader, settingWriter } from './setting-store.ts'

test('settings are kept, replaced and removed', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const changes: Change[] = []
  const writer = settingWriter.open({ db, now: () => 0, record: (change) => changes.push(change) })
  const reader = settingReader.open({ db })
  writer.set({ theme: 'dark', limits: { daily: 10 } })
  expect(reader.all()).toEqual({ limits: { daily: 10 }, theme: 'dark' })
  writer.set({ theme: undefined, limits: null })
  expect(reader.get('theme')).toBeUndefined()
  expect(reader.all()).toEqual({ limits: null })
  expect(changes).toEqual([{ topic: 'workspace' }, { topic: 'workspace' }])
})
