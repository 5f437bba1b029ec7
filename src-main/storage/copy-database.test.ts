import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { noteThread } from './fixtures/note-entry.ts'
import { noteReader, noteWriter } from './fixtures/note-store.ts'
import { openForReading } from './storage.ts'

const open = () =>
  openTemporaryWorkspace({ thread: noteThread, clock: { now: () => 1, sleep: async () => undefined } })

test('copies a consistent snapshot into one file while the writer continues', async () => {
  await using workspace = await open()
  const writer = workspace.storage.writer(noteWriter)
  for (let i = 0; i < 50; i++) await writer.add(`before ${i}`)
  const destination = join(workspace.directory, 'copy.db')
  let copied = false
  const copying = workspace.storage.copyTo(destination).finally(() => {
    copied = true
  })
  let added = 50
  while (!copied) await writer.add(`while ${added++}`)
  await copying

  const copy = await openForReading({ path: destination, thread: noteThread })
  const count = await copy.reader(noteReader).count()
  expect(count).toBeGreaterThanOrEqual(50)
  expect(count).toBeLessThanOrEqual(added)
  await copy.close()
  expect(existsSync(`${destination}-wal`)).toBe(false)
  expect(await workspace.storage.reader(noteReader).count()).toBe(added)
})

test('reports a destination that cannot be written in plain words', async () => {
  await using workspace = await open()
  await expect(workspace.storage.copyTo(join(workspace.directory, 'missing', 'copy.db'))).rejects.toThrow(
    /directory does not exist/,
  )
})
