import type { Migration } from './migration.ts'

/** How far this copy of what a team has written is. */
export const migration: Migration = {
  number: 102,
  name: 'team',
  up(db) {
    db.exec(`
      -- Present in a workspace of a team.
      CREATE TABLE team_state (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- The team, as its database names it.
        team TEXT NOT NULL,
        -- The last commit whose rows are here.
        number INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
