import type { Migration } from './migration.ts'

/** The people of a team and their sessions. */
export const migration: Migration = {
  number: 100,
  name: 'people',
  up(db) {
    db.exec(`
      CREATE TABLE person (
        -- Name to sign in with.
        name TEXT PRIMARY KEY,
        -- Name for comparisons: case and Unicode form do not count.
        name_key TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL,
        -- scrypt of the password with parameters and salt; null: no sign-in by password.
        password TEXT,
        -- Issuer and subject of OpenID Connect after the first sign-in with it.
        subject TEXT,
        disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
        -- Milliseconds since the epoch.
        made_at INTEGER NOT NULL,
        -- Null before the first sign-in.
        signed_in_at INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE person_session (
        -- SHA-256 of the secret, base64url.
        hash TEXT PRIMARY KEY,
        -- SHA-256 of the key for pictures, base64url.
        picture_hash TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL,
        -- Milliseconds since the epoch.
        made_at INTEGER NOT NULL,
        -- Last use, to the hour.
        used_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
