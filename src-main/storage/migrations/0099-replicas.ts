import type { Migration } from './migration.ts'

const isLogged = 'EXISTS (SELECT 1 FROM replica_log)'
/** Moves a row to the end of the log. An outer statement's conflict rule would replace one given here. */
const log = (kind: string, key: string): string => `
  DELETE FROM replica_change WHERE kind = ${kind} AND key = ${key};
  INSERT INTO replica_change (kind, key) VALUES (${kind}, ${key});`
const trigger = (name: string, event: string, table: string, body: string, when = 'true'): string => `
  CREATE TRIGGER replica_${name} AFTER ${event} ON ${table} WHEN ${isLogged} AND ${when} BEGIN ${body} END;`

/** The lists that the local API serves. */
const isServed = (row: 'OLD' | 'NEW'): string =>
  `${row}.kind IN ('manufacturer', 'brand', 'distributor', 'retailer')`

/** The log of changes that replicas follow. It stands in triggers, so that no writer can leave one out. */
export const migration: Migration = {
  number: 99,
  name: 'replicas',
  up(db) {
    db.exec(`
      -- Present once this workspace has served replicas, or is one itself: then changes are logged.
      CREATE TABLE replica_log (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- A random name: numbers of another log mean something else. Copies of the database have none.
        id TEXT NOT NULL
      ) STRICT;

      -- One row for each item, list entry and picture address, also for removed ones, in the order of their last changes.
      CREATE TABLE replica_change (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        -- 'item', 'picture', or the kind of a lookup.
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        UNIQUE (kind, key)
      ) STRICT;

      -- In a replica: what it follows and how far it is; one row.
      CREATE TABLE replica_state (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- The hub's log, and the last applied number of it. '' and 0 before the first answer.
        log TEXT NOT NULL DEFAULT '',
        number INTEGER NOT NULL DEFAULT 0,
        -- Last number of the own log when a full copy began: what is not received after it is removed; null: no copy runs.
        copy_after INTEGER,
        -- 1: the hub had further changes than those applied.
        is_partial INTEGER NOT NULL DEFAULT 1,
        -- Users, conditions and the like, as the hub sent them; null before the first answer.
        state TEXT CHECK (json_valid(state))
      ) STRICT;
      ${[
        trigger('item_added', 'INSERT', 'item', log("'item'", 'NEW.id')),
        trigger('item_changed', 'UPDATE OF hash, verified', 'item', log("'item'", 'NEW.id')),
        trigger('item_removed', 'DELETE', 'item', log("'item'", 'OLD.id')),
        trigger('lookup_added', 'INSERT', 'lookup', log('NEW.kind', 'NEW.id'), isServed('NEW')),
        trigger('lookup_changed', 'UPDATE OF name', 'lookup', log('NEW.kind', 'NEW.id'), isServed('NEW')),
        trigger('lookup_removed', 'DELETE', 'lookup', log('OLD.kind', 'OLD.id'), isServed('OLD')),
        trigger('picture_added', 'INSERT', 'picture', log("'picture'", 'NEW.address')),
        trigger(
          'picture_changed',
          'UPDATE OF sha256',
          'picture',
          log("'picture'", 'NEW.address'),
          'OLD.sha256 IS NOT NEW.sha256',
        ),
        trigger('picture_removed', 'DELETE', 'picture', log("'picture'", 'OLD.address')),
      ].join('')}
    `)
  },
}
