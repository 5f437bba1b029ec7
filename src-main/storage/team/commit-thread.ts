/**
 * The thread that talks to a team's database for the writer thread, which waits for its answers: a transaction
 * of SQLite ends before its thread does anything else.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Client } from 'pg'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Change } from '../../../src-shared/rpc/changes.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { errorToShape } from '../plain-failures.ts'
import type { SharedRow } from './row-changes.ts'
import { connectToTeam, isLost, prepareTeam, type TeamAddress, unreachable } from './team-database.ts'

/** A commit of shared rows. */
export interface TeamCommit {
  /** Names the commit, so that it is made once even when an answer is lost. */
  id: string
  /** The last commit that the committing host knows. */
  after: number
  host: string
  migration: number
  /** Whether a feed is about to be sent, which only one host may do. */
  sends: boolean
  changes: Change[]
  rows: SharedRow[]
}
/** State of the team at some moment. */
export interface TeamHead {
  id: string
  number: number
  migration: number
}
/** Rows that changed after a commit, in pages, all as of the same moment. */
export interface ChangedRows {
  rows: SharedRow[]
  isLast: boolean
}

export interface TeamFunctions {
  head(): Promise<TeamHead>
  /** The number of the commit; null if other hosts have committed since `after`. */
  commit(commit: TeamCommit): Promise<number | null>
  /** Begins to read what changed after a number. The changes are null if they are not known any more. */
  beginChanges(after: number): Promise<TeamHead & { changes: Change[] | null }>
  nextChanges(isFirst: boolean): Promise<ChangedRows>
  endChanges(): Promise<void>
  setMigration(migration: number): Promise<void>
  /** Number of rows that are not removed, by table. */
  counts(): Promise<Record<string, number>>
}

export interface TeamCall {
  number: number
  name: keyof TeamFunctions
  arguments: unknown[]
}

/** How long a commit with a lost answer is asked for again, in milliseconds. */
const maxDoubt = 10_000
const retryPause = 300
const pageRows = 500

export function serveTeamCommits(port: MessagePort, answered: Int32Array, address: TeamAddress): void {
  let connected: Client | undefined
  const connect = async (): Promise<Client> => {
    if (connected) return connected
    const client = await connectToTeam(address)
    client.on('end', () => {
      if (connected === client) connected = undefined
    })
    await prepareTeam(client).catch(async (error: unknown) => {
      await client.end().catch(() => undefined)
      throw isLost(error) ? unreachable(error) : error
    })
    connected = client
    return client
  }
  const drop = async (): Promise<void> => {
    const client = connected
    connected = undefined
    await client?.end().catch(() => undefined)
  }
  /** A query whose loss changes nothing. */
  const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    try {
      return (await (await connect()).query<Row>(text, values)).rows
    } catch (error) {
      if (error instanceof PlainError || !isLost(error)) throw error
      await drop()
      throw unreachable(error)
    }
  }
  const headOf = async (): Promise<TeamHead> => {
    const [head] = await ask<{ id: string; number: string; migration: number }>(
      'SELECT id, number, migration FROM catalog_desk.team',
    )
    if (!head) throw new Error('The table of the team is empty.')
    return { ...head, number: Number(head.number) }
  }

  let cursor: { after: number; upTo: number; table: string; key: string } | undefined
  const functions: TeamFunctions = {
    head: headOf,
    async commit(commit) {
      const values = [
        ...[commit.id, commit.after, commit.host, commit.migration, commit.sends],
        JSON.stringify(commit.changes),
        commit.rows.map(({ table }) => table),
        commit.rows.map(({ key }) => key),
        commit.rows.map(({ content }) => content),
      ]
      const begun = performance.now()
      // Before the first attempt nothing was committed; after a lost one it is not known.
      let lost: unknown
      for (;;) {
        try {
          const client = await connect()
          const { rows } = await client.query<{ number: string | null }>(
            'SELECT catalog_desk.commit_rows($1, $2, $3, $4, $5, $6, $7::text[], $8::text[], $9::json[]) AS number',
            values,
          )
          const number = rows[0]?.number ?? null
          return number === null ? null : Number(number)
        } catch (error) {
          if (!(error instanceof PlainError) && !isLost(error)) throw refusalOf(error)
          await drop()
          if (lost === undefined && error instanceof PlainError) throw error
          lost ??= error
        }
        if (performance.now() - begun > maxDoubt)
          throw new PlainError(
            'TEAM_UNKNOWN',
            say`The connection to the team's database was lost while saving. It is not known whether it was saved; that shows when the database can be reached again.`,
            { cause: lost },
          )
        await delay(retryPause)
      }
    },
    async beginChanges(after) {
      await ask('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const head = await headOf()
      cursor = { after, upTo: head.number, table: '', key: '' }
      const known = await ask<{ changes: Change[] }>(
        'SELECT changes FROM catalog_desk.team_commit WHERE number > $1 ORDER BY number LIMIT 1001',
        [after],
      )
      const isWhole = known.length === head.number - after
      return { ...head, changes: isWhole ? known.flatMap(({ changes }) => changes) : null }
    },
    async nextChanges(isFirst) {
      if (!cursor) throw new Error('No changes are being read.')
      if (isFirst) cursor = { ...cursor, table: '', key: '' }
      const rows = await ask<SharedRow>(
        `SELECT "table", key, content::text AS content FROM catalog_desk.team_row
         WHERE number > $1 AND ("table", key) > ($2, $3) ORDER BY "table", key LIMIT ${pageRows}`,
        [cursor.after, cursor.table, cursor.key],
      )
      const last = rows.at(-1)
      if (last) cursor = { ...cursor, table: last.table, key: last.key }
      return { rows, isLast: rows.length < pageRows }
    },
    async endChanges() {
      cursor = undefined
      await ask('COMMIT')
    },
    async counts() {
      const counted = await ask<{ table: string; count: string }>(
        'SELECT "table", count(*) FROM catalog_desk.team_row WHERE content IS NOT NULL GROUP BY "table"',
      )
      return Object.fromEntries(counted.map(({ table, count }) => [table, Number(count)]))
    },
    async setMigration(migration) {
      await ask('UPDATE catalog_desk.team SET migration = $1', [migration])
    },
  }

  port.on('message', async ({ number, name, arguments: args }: TeamCall) => {
    const call = functions[name] as (...values: unknown[]) => Promise<unknown>
    const answer = await call(...args).then(
      (value) => ({ number, value }),
      (error: unknown) => ({ number, error: errorToShape(error) }),
    )
    port.postMessage(answer)
    Atomics.add(answered, 0, 1)
    Atomics.notify(answered, 0)
  })
  port.on('close', () => void drop())
}

/** The refusal of a commit, in words. */
function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'CD001')
    return new PlainError(
      'TEAM_VERSION',
      say`The team's database was changed by another version of Catalog Desk, so nothing was saved. Install the same version everywhere.`,
      { cause: error },
    )
  if (code === 'CD002')
    return new PlainError('NOT_POSSIBLE', say`Another computer of the team sends the feeds now.`, {
      cause: error,
    })
  return error
}
