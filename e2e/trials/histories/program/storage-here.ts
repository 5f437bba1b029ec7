import { join } from 'node:path'
import { draftChecker, draftReader, draftWriter } from '../../../../src-main/feeds/drafts/stores.ts'
import { outboxReader } from '../../../../src-main/feeds/outbox/store/outbox-reader.ts'
import { outboxWriter } from '../../../../src-main/feeds/outbox/store/outbox-writer.ts'
import type { Clock } from '../../../../src-main/platform/clock.ts'
import { databaseFile, openChangeNumbers, type Storage } from '../../../../src-main/storage/index.ts'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import { migrate } from '../../../../src-main/storage/schema/migrate.ts'
import { remoteFunctions } from '../../../../src-main/storage/storage.ts'
import type { StoreFunctions } from '../../../../src-main/storage/store.ts'
import {
  type Answered,
  openReaderCalls,
  openWriterCalls,
} from '../../../../src-main/storage/threads/store-calls.ts'
import type { ChangeBatch } from '../../../../src-shared/rpc/changes.ts'
import type { Life } from './life.ts'

/** The outbox's storage on this thread: its real stores on a real file, without the start time of threads. */
interface StorageHere {
  storage: Storage
  /** Publishes changes that other programs have written to the file since the last call. */
  pollChanges(): void
  close(): void
}

const findIn =
  <S extends { name: string }>(stores: S[]) =>
  (name: string): S => {
    const found = stores.find((store) => store.name === name)
    if (!found) throw new Error(`No store here is named ${name}`)
    return found
  }

export function openStorageHere(directory: string, clock: Clock, life: Life): StorageHere {
  const path = join(directory, databaseFile)
  const db = openDatabase(path)
  migrate(db)
  const listeners = new Set<(batch: ChangeBatch) => void>()
  const publish = (batch: ChangeBatch) => {
    for (const listener of listeners) listener(batch)
  }
  const changeNumbers = openChangeNumbers(db)
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = dataVersion.get()
  let known = changeNumbers.last()
  const read = openReaderCalls(db, findIn([draftReader, draftChecker, outboxReader]))
  const write = openWriterCalls(db, findIn([draftWriter, outboxWriter]), (batch) => {
    known = batch.changeNumber
    publish(batch)
  })
  const remote = <F extends StoreFunctions>(name: string, answer: typeof read) =>
    remoteFunctions<F>(name, (call) => life.during(() => valueIn(answer({ ...call, now: clock.now() }))))

  return {
    storage: {
      path,
      way: 'shared',
      reader: (store) => remote(store.name, read),
      writer: (store) => remote(store.name, write),
      // No task here is large enough for its own thread.
      apart: () => () => Promise.reject(new Error('Nothing runs apart here')),
      snapshot: () => {
        throw new Error('Nothing is read in several calls here')
      },
      copyTo: () => Promise.reject(new Error('Workspaces are copied as folders here')),
      changes: {
        subscribe(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      changeNumber: () => known,
      unwritable: () => undefined,
      close: async () => void db.close(),
    },
    pollChanges() {
      if (!db.open || dataVersion.get() === seen) return
      seen = dataVersion.get()
      const changes = changeNumbers.topicsSince(known).map((topic) => ({ topic }))
      known = changeNumbers.last()
      if (changes.length > 0) publish({ changeNumber: known, changes })
    },
    close: () => void db.close(),
  }
}

function valueIn([answered]: Answered[]): unknown {
  if (answered === undefined) throw new Error('A call was not answered')
  if ('error' in answered) throw answered.error
  return answered.value
}
