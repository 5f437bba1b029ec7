/** The entry of every storage thread: the stores of all rooms, one line each. Started by `openStorage`. */
import { settingReader, settingWriter } from './storage/setting-store.ts'
import { serveStores } from './storage/storage-thread.ts'

serveStores({
  readers: [
    settingReader,
    //
  ],
  writers: [
    settingWriter,
    //
  ],
})
