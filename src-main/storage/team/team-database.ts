/** The tables and functions of a team in PostgreSQL, and the connection to them. */

import type { Client, ClientConfig } from 'pg'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** How to reach a team's database. */
export interface TeamAddress {
  /** `postgres://user@host:port/database`; may contain the password. */
  url: string
  password?: string | undefined
}

/** Channel of NOTIFY: `commit HOST NUMBER`, or `word HOST JSON` for what hosts tell each other. */
export const teamChannel = 'catalog_desk_team'
/** Number of the advisory lock that the host holds which sends. */
export const sendingLock = 7_163_541

/** Milliseconds after which a connection attempt, or a silent connection, counts as failed. */
const connectTime = 5000
const statementTime = 60_000

/**
 * `team` is one row: the number of the last commit orders all commits, and its lock makes them wait for one
 * another. `team_row` holds the last image of every shared row, also of removed ones, so that a host can fetch
 * what has changed since any number.
 */
const schema = `
CREATE SCHEMA IF NOT EXISTS catalog_desk;
CREATE TABLE IF NOT EXISTS catalog_desk.team (
  single integer PRIMARY KEY CHECK (single = 1),
  id uuid NOT NULL,
  number bigint NOT NULL,
  -- Last migration of the programs that may write here.
  migration integer NOT NULL,
  -- The host that may send feeds.
  sender uuid
);
CREATE TABLE IF NOT EXISTS catalog_desk.team_commit (
  number bigint PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  host uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- The changes to tell the screens.
  changes json NOT NULL
);
CREATE TABLE IF NOT EXISTS catalog_desk.team_row (
  "table" text NOT NULL,
  key text NOT NULL,
  number bigint NOT NULL,
  -- Null: the row is removed.
  content json,
  PRIMARY KEY ("table", key)
);
CREATE INDEX IF NOT EXISTS team_row_number ON catalog_desk.team_row (number);
INSERT INTO catalog_desk.team VALUES (1, gen_random_uuid(), 0, 0, NULL) ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION catalog_desk.commit_rows(
  commit_id uuid, after bigint, committing_host uuid, of_migration integer, sends boolean, told json,
  tables text[], keys text[], contents json[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  team catalog_desk.team%ROWTYPE;
  committed bigint;
BEGIN
  SELECT * INTO team FROM catalog_desk.team FOR UPDATE;
  -- The answer to an earlier call may have been lost.
  SELECT number INTO committed FROM catalog_desk.team_commit WHERE id = commit_id;
  IF FOUND THEN RETURN committed; END IF;
  IF team.migration <> of_migration THEN RAISE EXCEPTION 'other-version' USING ERRCODE = 'CD001'; END IF;
  IF team.number <> after THEN RETURN NULL; END IF;
  IF sends AND team.sender IS DISTINCT FROM committing_host THEN
    RAISE EXCEPTION 'not-sender' USING ERRCODE = 'CD002';
  END IF;
  UPDATE catalog_desk.team SET number = after + 1;
  INSERT INTO catalog_desk.team_commit (number, id, host, changes) VALUES (after + 1, commit_id, committing_host, told);
  INSERT INTO catalog_desk.team_row ("table", key, number, content)
    SELECT one, two, after + 1, three FROM unnest(tables, keys, contents) AS row (one, two, three)
    ON CONFLICT ("table", key) DO UPDATE SET number = excluded.number, content = excluded.content;
  IF after % 1000 = 0 THEN
    DELETE FROM catalog_desk.team_commit WHERE at < now() - interval '7 days';
  END IF;
  PERFORM pg_notify('${teamChannel}', 'commit ' || committing_host || ' ' || (after + 1));
  RETURN after + 1;
END $$;
`

/** The driver takes a password from the address only. */
function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address
  const url = new URL(address)
  url.password = encodeURIComponent(password)
  return url.href
}

/** Connects. @throws PlainError `TEAM_UNREACHABLE` */
export async function connectToTeam({ url, password }: TeamAddress): Promise<Client> {
  const { Client } = (await import('pg')).default
  const config: ClientConfig = {
    connectionString: withPassword(url, password),
    connectionTimeoutMillis: connectTime,
    query_timeout: statementTime,
    keepAlive: true,
    application_name: 'Catalog Desk',
  }
  const client = new Client(config)
  // Without a listener, a lost connection would end the program; the next query fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw unreachable(error)
  }
}

export const unreachable = (cause: unknown): PlainError =>
  new PlainError(
    'TEAM_UNREACHABLE',
    say`The team's database cannot be reached, so nothing was saved. The catalog can be read meanwhile. ${reasonOf(cause)}`,
    { cause },
  )

/** Words of PostgreSQL or of the network, without the address, which may contain a password. */
const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError ? reasonOf(cause.errors[0]) : cause instanceof Error ? cause.message : ''

/** Creates the tables if they are missing, or replaces the function of an earlier version. */
export async function prepareTeam(client: Client): Promise<void> {
  // Hosts that start at once would create the same tables.
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${sendingLock + 1}); ${schema} COMMIT`)
}

/** Whether the connection was lost, so that the outcome of its last statement is unknown. */
export const isLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return true
  const code = 'code' in error ? String(error.code) : ''
  // SQLSTATE has five characters; 08 and 57P are lost connections and servers that shut down.
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P')
}
