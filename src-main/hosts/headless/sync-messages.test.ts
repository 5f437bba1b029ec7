import { expect, test } from 'vitest'
import type { SyncRun } from '../../../src-shared/sync/model.ts'
import { syncWords } from './sync-messages.ts'

const run = {
  ...{
    outcome: 'completed',
    itemsNew: 1,
    itemsChanged: 2,
    itemsUnchanged: 3,
    itemsGone: 0,
    itemsReturned: 0,
  },
} as SyncRun

test('prints singular counts, and omits counts that are zero', () => {
  expect(syncWords(run, { items: 1 })).toEqual([
    'Sync completed: 1 new, 2 changed, 3 unchanged; 1 item in the catalog.',
  ])
  expect(syncWords({ ...run, itemsGone: 1, note: 'Paused twice.' }, { items: 7 })).toEqual([
    'Sync completed: 1 new, 2 changed, 3 unchanged, 1 no longer listed (kept); 7 items in the catalog.',
    'Paused twice.',
  ])
})
