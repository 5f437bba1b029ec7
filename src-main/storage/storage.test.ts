import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChangeBatch } from '../../src-shared/rpc/changes.ts'
import { actAs } from '../platform/acting-person.ts'
import { keepThreads } from '../platform/load-thread.ts'
import type { Logger } from '../platform/log/log.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  temporaryDirectory,
} from '../testing/temporary-workspace.ts'
import { openChangeNumbers } from './change-number.ts'
import { noteThread } from './fixtures/note-entry.ts'
import { noteApart, noteReader, noteWriter } from './fixtures/note-store.ts'
import { openDatabase } from './open-database.ts'
import { openStorage } from './storage.ts'

const opened: TemporaryWorkspace[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()))
})
async function openNotes(options: { readers?: number; idle?: number } = {}) {
  const workspace = await openTemporaryWorkspace({
    thread: noteThread,
    clock: { now: () => 1234, sleep: async () => undefined },
    ...options,
  })
  opened.push(workspace)
  const stores = () => ({
    reader: workspace.storage.reader(noteReader),
    writer: workspace.storage.writer(noteWriter),
  })
  return { workspace, stores, ...stores() }
}

describe('openStorage', () => {
  test('syncs to disk at every commit, on every connection', async () => {
    const { reader, writer } = await openNotes()
    expect(await reader.synchronous()).toBe(2)
    expect(await writer.synchronous()).toBe(2)
  })

  test('refuses a connection that cannot be durable', () => {
    expect(() => openDatabase(':memory:')).toThrow(expect.objectContaining({ code: 'not-durable' }))
  })

  test('reads what was written, also after a restart', async () => {
    const { workspace, stores, reader, writer } = await openNotes()
    await writer.add('one')
    expect(await reader.count()).toBe(1)
    expect(workspace.storage.changeNumber()).toBe(1)
    await workspace.reopen()
    expect(workspace.storage.changeNumber()).toBe(1)
    expect(await stores().reader.count()).toBe(1)
  })

  test('calls run in the name of the person who makes them', async () => {
    const { reader, writer } = await openNotes()
    const names = () => Promise.all([reader.actingName(), writer.actingName()])
    const ana = { name: 'ana', role: 'author' } as const
    expect(await actAs(ana, names)).toEqual(['ana', 'ana'])
    expect(await names()).toEqual([userInfo().username, userInfo().username])
  })

  test('reuses the threads of a closed workspace without its state', async () => {
    keepThreads()
    const first = await openNotes()
    await first.writer.add('one')
    const thread = await first.reader.threadNumber()
    await first.workspace.storage.close()
    await expect(first.reader.count()).rejects.toThrow('closed')
    const second = await openNotes()
    expect(await second.reader.threadNumber()).toBe(thread)
    expect(await second.reader.count()).toBe(0)
    const seen: ChangeBatch[] = []
    second.workspace.storage.changes.subscribe((batch) => seen.push(batch))
    await second.writer.add('one')
    expect(seen).toHaveLength(1)
  })

  test('publishes changes after the commit and before the call returns, and none after a rollback', async () => {
    const { workspace, writer } = await openNotes()
    const seen: ChangeBatch[] = []
    workspace.storage.changes.subscribe((batch) => seen.push(batch))
    await writer.add('one')
    expect(seen).toEqual([{ changeNumber: 1, changes: [{ topic: 'workspace', ids: ['one'] }] }])
    await expect(writer.addAndFail('two')).rejects.toThrow('No more notes.')
    expect(seen).toHaveLength(1)
    await writer.add('two')
    expect(seen.at(-1)?.changeNumber).toBe(2)
  })

  test('runs waiting calls in one transaction, and a failed call does not affect the others', async () => {
    const { workspace, reader, writer } = await openNotes()
    const seen: ChangeBatch[] = []
    workspace.storage.changes.subscribe((batch) => seen.push(batch))
    // The writer is busy while the rest arrives; the second "b" is refused.
    await writer.add('b')
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => writer.add(id)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await reader.count()).toBe(4)
    expect(seen.map(({ changeNumber, changes }) => [changeNumber, changes[0]?.ids])).toEqual([
      [1, ['b']],
      [2, ['a']],
      [3, ['c']],
      [4, ['d']],
    ])
    // A separate commit would write at least the page of the row and that of the change number to the log.
    const logSize = () => statSync(`${workspace.storage.path}-wal`).size
    const before = logSize()
    await Promise.all(Array.from({ length: 50 }, (_, index) => writer.add(`many ${index}`)))
    expect(logSize() - before).toBeLessThan(50 * 2 * 4096)
    expect(await reader.count()).toBe(54)
  })

  test('keeps the code, message and data of an error', async () => {
    const { writer } = await openNotes()
    await expect(writer.addAndFail('one')).rejects.toMatchObject({
      name: 'PlainError',
      code: 'refused',
      message: 'No more notes.',
      data: { id: 'one' },
    })
  })

  test('reports disk failures in plain words', async () => {
    const { reader, writer } = await openNotes()
    await expect(writer.fill()).rejects.toMatchObject({ code: 'disk-full' })
    expect(await reader.count()).toBe(0)
    await expect(reader.write()).rejects.toMatchObject({ code: 'read-only' })
  })

  test('refuses an asynchronous function and an unknown one', async () => {
    const { writer, reader } = await openNotes()
    await expect(writer.later()).rejects.toMatchObject({ code: 'asynchronous' })
    await expect((reader as never as typeof writer).add('one')).rejects.toMatchObject({
      code: 'unknown-function',
    })
  })

  test('returns large results completely', async () => {
    const { reader } = await openNotes()
    expect(await reader.bytes(100_000)).toEqual(new Uint8Array(100_000).fill(7))
  })

  test('keeps a snapshot at the state of its first call until it ends', async () => {
    const { workspace, reader, writer } = await openNotes({ readers: 2 })
    await writer.add('one')
    const snapshot = workspace.storage.snapshot()
    const then = snapshot.reader(noteReader)
    expect(await then.count()).toBe(1)
    await writer.add('two')
    expect(await reader.count()).toBe(2)
    expect(await Promise.all([then.count(), then.count()])).toEqual([1, 1])
    await expect(then.write()).rejects.toMatchObject({ code: 'read-only' })
    expect(await then.count()).toBe(1)
    snapshot.end()
    expect(await workspace.storage.snapshot().reader(noteReader).count()).toBe(2)
  })

  test('calls the thread with the fewest calls', async () => {
    const { reader, workspace } = await openNotes({ readers: 2 })
    // Both threads are started first.
    await workspace.storage.reader(noteReader, { same: true }).count()
    await reader.count()
    const order: string[] = []
    const slow = reader.wait(400).then(() => order.push('slow'))
    for (let call = 0; call < 3; call++) {
      await reader.count()
      order.push('quick')
    }
    await slow
    expect(order).toEqual(['quick', 'quick', 'quick', 'slow'])
  })

  test('rejects pending calls when a thread exits, and the next call starts another', async () => {
    const { reader, workspace } = await openNotes()
    const snapshot = workspace.storage.snapshot()
    const then = snapshot.reader(noteReader)
    expect(await then.count()).toBe(0)
    const waiting = reader.wait(1)
    await expect(reader.crash()).rejects.toMatchObject({ code: 'closed' })
    await waiting
    expect(await reader.count()).toBe(0)
    await expect(then.count()).rejects.toMatchObject({ code: 'closed' })
    snapshot.end()
  })

  test('logs the heap of each thread once, at its start', async () => {
    const logged: { role: string; store?: string; heap: { heap_size_limit: number } }[] = []
    const debug = (entry: (typeof logged)[number]): void => void logged.push(entry)
    const log = { debug, warn: () => {}, error: () => {} } as unknown as Logger
    const directory = temporaryDirectory()
    const storage = await openStorage({ directory, thread: noteThread, readers: 1, log })
    await storage.reader(noteReader).count()
    const add = storage.apart(noteApart)
    await add('add', [1, 2])
    await add('add', [1, 2])
    await storage.close()
    expect(logged.map(({ role, store }) => store ?? role).toSorted()).toEqual([
      'note/apart',
      'reader',
      'writer',
    ])
    expect(logged.every(({ heap }) => heap.heap_size_limit > 0)).toBe(true)
  })

  test('reports once that the writer has ended by itself, but not that it was closed', async () => {
    const failures: Error[] = []
    const open = () =>
      openStorage({
        directory: temporaryDirectory(),
        thread: noteThread,
        onFailed: (error) => failures.push(error),
      })
    await (await open()).close()
    expect(failures).toEqual([])
    const storage = await open()
    const writer = storage.writer(noteWriter)
    await expect(writer.crash()).rejects.toMatchObject({ code: 'closed' })
    await expect(writer.add('a')).rejects.toMatchObject({ code: 'closed' })
    expect(failures).toHaveLength(1)
    await storage.close()
  })

  test('ends an idle thread, but not one with a snapshot', async () => {
    const { reader, workspace } = await openNotes({ idle: 20 })
    const first = await reader.threadNumber()
    const snapshot = workspace.storage.snapshot()
    const then = snapshot.reader(noteReader)
    expect(await then.threadNumber()).toBe(first)
    await delay(100)
    expect(await then.threadNumber()).toBe(first)
    snapshot.end()
    await delay(100)
    expect(await reader.threadNumber()).not.toBe(first)
  })

  test('starts a second thread when calls wait, and calls a `same` store in a fixed thread', async () => {
    const { reader, workspace } = await openNotes({ readers: 2 })
    const kept = workspace.storage.reader(noteReader, { same: true })
    const usual = await reader.threadNumber()
    const long = reader.wait(2000)
    const other = await reader.threadNumber()
    expect(other).not.toBe(usual)
    await long
    expect(await kept.threadNumber()).toBe(other)
    expect(await reader.threadNumber()).toBe(usual)
  })

  test('publishes commits of another process', async () => {
    const { workspace } = await openNotes()
    const batch = new Promise<ChangeBatch>((resolve) => workspace.storage.changes.subscribe(resolve))
    const other = openDatabase(workspace.storage.path)
    other.transaction(() => openChangeNumbers(other).raise(['items', 'sync']))()
    other.close()
    const { changeNumber, changes } = await batch
    expect(changeNumber).toBe(1)
    expect(changes).toEqual([{ topic: 'items' }, { topic: 'sync' }])
    expect(workspace.storage.changeNumber('sync')).toBe(1)
    expect(workspace.storage.changeNumber('outbox')).toBe(0)
  })

  test('reports a file that is not a database', async () => {
    const { workspace } = await openNotes()
    await workspace.storage.close()
    const { writeFileSync, rmSync } = await import('node:fs')
    for (const suffix of ['-wal', '-shm']) rmSync(workspace.storage.path + suffix, { force: true })
    writeFileSync(workspace.storage.path, 'no database at all'.repeat(1000))
    await expect(openStorage({ directory: workspace.directory, thread: noteThread })).rejects.toMatchObject({
      code: 'damaged',
    })
  })

  test('completes earlier calls when closing and refuses later ones', async () => {
    const { workspace, reader, writer } = await openNotes()
    const last = writer.add('last')
    const closed = workspace.storage.close()
    await expect(last).resolves.toBeUndefined()
    await closed
    await expect(reader.count()).rejects.toMatchObject({ code: 'closed' })
  })
})
