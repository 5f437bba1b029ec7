/** The entry of every storage thread: the stores of all rooms, one line each. Started by `openStorage`. */
import { draftReader, draftWriter } from './feeds/drafts-store.ts'
import { outboxReader } from './outbox/outbox-reader.ts'
import { outboxWriter } from './outbox/outbox-writer.ts'
import { settingReader, settingWriter } from './storage/setting-store.ts'
import { serveStores } from './storage/storage-thread.ts'

serveStores({
  readers: [
    settingReader,
    draftReader,
    outboxReader,
    //
  ],
  writers: [
    settingWriter,
    draftWriter,
    outboxWriter,
    //
  ],
})
