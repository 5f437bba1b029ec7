import { catalogTables } from './baseline/catalog.ts'
import { completenessTables } from './baseline/completeness.ts'
import { draftsTables } from './baseline/drafts.ts'
import { duplicatesTables } from './baseline/duplicates.ts'
import { historyTables } from './baseline/history.ts'
import { importTables } from './baseline/import.ts'
import { localApiTables } from './baseline/local-api.ts'
import { mediaTables } from './baseline/media.ts'
import { outboxTables } from './baseline/outbox.ts'
import { sandboxTables } from './baseline/sandbox.ts'
import { syncTables } from './baseline/sync.ts'
import { workspaceTables } from './baseline/workspace.ts'
import type { Migration } from './migration.ts'

/**
 * The tables of version 0.1.0, by room. Replaces the migrations of development versions and has the number of
 * the last one.
 */
export const migration: Migration = {
  number: 85,
  name: 'baseline',
  replaces: [
    ...[
      1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 23, 24, 25, 26, 27, 29, 30, 31, 32, 33, 34,
    ],
    ...[40, 50, 60, 64, 70, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84],
  ],
  up(db) {
    const rooms = [
      workspaceTables,
      catalogTables,
      historyTables,
      completenessTables,
      duplicatesTables,
      syncTables,
      mediaTables,
      draftsTables,
      outboxTables,
      sandboxTables,
      importTables,
      localApiTables,
    ]
    for (const tables of rooms) db.exec(tables)
  },
}
