import type { Migration } from './migration.ts'

/** A feed belongs to the service it was queued for; while another service is connected, it waits. */
export const migration: Migration = {
  number: 82,
  name: 'feed service',
  up(db) {
    db.exec(`
      -- The connected service: address and user name, a space between them. Null until one is connected.
      ALTER TABLE outbox ADD COLUMN service TEXT;
      -- The service it was queued for, in the same form; null where none was connected.
      ALTER TABLE feed ADD COLUMN service TEXT;
      -- How many feeds of each service are under way or in doubt.
      CREATE INDEX feed_service ON feed (service, state)
        WHERE state IN ('queued', 'sending', 'looked-for', 'acknowledged', 'processing', 'uncertain');
    `)
  },
}
