/**
 * Entry module of every storage thread, which is started by `openStorage`: the modules with the stores that it serves.
 * Also the entry of the process that reads pictures, and of those that answer for the local API.
 */
import { isMainThread } from 'node:worker_threads'
import { programWords } from './platform/child-program.ts'
import * as storage from './storage/stores.ts'

const rooms = {
  backup: () => import('./backup/stores.ts'),
  catalog: () => import('./catalog/stores.ts'),
  completeness: () => import('./completeness/stores.ts'),
  drafts: () => import('./feeds/drafts/stores.ts'),
  duplicates: () => import('./duplicates/stores.ts'),
  evidence: () => import('./evidence/stores.ts'),
  names: () => import('./names/stores.ts'),
  export: () => import('./export/stores.ts'),
  history: () => import('./history/stores.ts'),
  import: () => import('./import/stores.ts'),
  'local-api': () => import('./local-api/stores.ts'),
  media: () => import('./media/stores.ts'),
  outbox: () => import('./feeds/outbox/stores.ts'),
  replica: () => import('./replica/stores.ts'),
  quality: () => import('./quality/stores.ts'),
  sandbox: () => import('./feeds/targets/sandbox/stores.ts'),
  storage: async () => storage,
  sync: () => import('./sync/stores.ts'),
  team: () => import('./team/stores.ts'),
}

if (!isMainThread) storage.serveStores(rooms)
else if (process.argv.includes(programWords.pictureReader))
  (await import('./evidence/process.ts')).servePictures()
else if (process.argv.includes(programWords.localApiWorker))
  (await import('./local-api/process.ts')).serveApiWorker(rooms)
else throw new Error('This module is started by Catalog Desk, not by itself.')
