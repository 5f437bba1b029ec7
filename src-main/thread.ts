/**
 * Entry module of every storage thread: the modules with the stores that it serves. Started by `openStorage`.
 */
import * as storage from './storage/stores.ts'

storage.serveStores({
  backup: () => import('./backup/stores.ts'),
  catalog: () => import('./catalog/stores.ts'),
  completeness: () => import('./completeness/stores.ts'),
  drafts: () => import('./feeds/drafts/stores.ts'),
  duplicates: () => import('./duplicates/stores.ts'),
  names: () => import('./names/stores.ts'),
  export: () => import('./export/stores.ts'),
  history: () => import('./history/stores.ts'),
  import: () => import('./import/stores.ts'),
  'local-api': () => import('./local-api/stores.ts'),
  media: () => import('./media/stores.ts'),
  outbox: () => import('./feeds/outbox/stores.ts'),
  quality: () => import('./quality/stores.ts'),
  sandbox: () => import('./feeds/targets/sandbox/stores.ts'),
  storage: async () => storage,
  sync: () => import('./sync/stores.ts'),
})
