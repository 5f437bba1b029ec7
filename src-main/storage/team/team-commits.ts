import { randomUUID } from 'node:crypto'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { type Change, type ChangeBatch, topics } from '../../../src-shared/rpc/changes.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { openChangeNumbers } from '../change-number.ts'
import { openTrailIndex } from '../joins/trail-of-feeds.ts'
import { migrations } from '../migrations/index.ts'
import type { TeamStateRow } from '../schema/rows.ts'
import type { Database } from '../store.ts'
import type { TeamClient } from './commit-client.ts'
import type { TeamHead } from './commit-thread.ts'
import { openRowChanges, type RowKey, type SharedRow } from './row-changes.ts'
import { TeamBehind } from './team-behind.ts'

export type TeamCommits = ReturnType<typeof openTeamCommits>

const lastMigration = Math.max(...migrations.map(({ number }) => number))
/** How many rows one commit of a joining workspace has. */
const maxJoiningRows = 2000

/**
 * Commits what people write in the database of their team before it is committed here, and takes over what
 * others have written. The team's database orders all commits, so each transaction runs on the latest state.
 * @param host names this process among the hosts of the team
 */
export function openTeamCommits(
  db: Database,
  client: TeamClient,
  { host, publish }: { host: string; publish: (batch: ChangeBatch) => void },
) {
  const rows = openRowChanges(db)
  const changeNumbers = openChangeNumbers(db)
  const indexTrail = openTrailIndex(db)
  const sequenceOf = db.prepare<[string], number>('SELECT sequence FROM feed WHERE id = ?').pluck()
  const state = db.prepare<[], TeamStateRow>('SELECT * FROM team_state')
  const leave = db.prepare('DELETE FROM team_state')
  const setState = db.prepare(
    `INSERT INTO team_state VALUES (1, @id, @number)
     ON CONFLICT (only) DO UPDATE SET team = excluded.team, number = excluded.number`,
  )

  /** Runs work in a transaction in which the order of rows does not matter. */
  function withoutForeignKeys<T>(work: () => T): T {
    db.pragma('foreign_keys = OFF')
    try {
      return db.transaction(work).immediate()
    } finally {
      db.pragma('foreign_keys = ON')
      rows.forget()
    }
  }

  /** Takes over the rows that changed after `after`. @returns the changes to publish; null if not known */
  function takeOver(after: number): { head: TeamHead; changes: Change[] | null } {
    const { changes, ...head } = client.beginChanges(after)
    try {
      if (head.number > after || after === 0) {
        // All removed first, so that no new row meets an old one with the same unique value.
        eachRow((row) => rows.remove(row))
        const events: Record<string, unknown>[] = []
        eachRow(({ table, content }) => {
          if (content === null) return
          const row = rows.insert({ table, content })
          // Events are never changed, so this one is new here.
          if (table === 'feed_event') events.push(row)
        })
        for (const { feed, message, detail } of events) {
          const sequence = sequenceOf.get(String(feed))
          if (sequence === undefined) continue
          indexTrail(sequence, String(message), detail ? (JSON.parse(String(detail)) as object) : undefined)
        }
      }
      setState.run(head)
      return { head, changes }
    } finally {
      client.endChanges()
    }
  }
  function eachRow(visit: (row: SharedRow) => void): void {
    for (let isFirst = true; ; isFirst = false) {
      const { rows: page, isLast } = client.nextChanges(isFirst)
      for (const row of page) visit(row)
      if (isLast) return
    }
  }

  /** Fetches what other hosts have committed, and publishes it. */
  function catchUp(): void {
    const known = state.get()
    if (!known) return
    let batch: ChangeBatch | undefined
    withoutForeignKeys(() => {
      const { head, changes } = takeOver(known.number)
      requireSame(known, head)
      if (head.number === known.number) return
      const all: Change[] = changes ?? topics.map((topic) => ({ topic }))
      batch = { changeNumber: changeNumbers.raise(all.map(({ topic }) => topic)), changes: all }
    })
    if (batch) publish(batch)
  }

  /** @throws PlainError if the team's database is another one, or was set back */
  function requireSame({ team, number }: TeamStateRow, head: TeamHead): void {
    if (team === head.id && number <= head.number) return
    throw new PlainError(
      'TEAM_OTHER',
      team === head.id
        ? say`The team's database is older than this workspace: it was restored from a backup. Feeds may have been sent since. Make a new workspace for the team, and compare before you send.`
        : say`This workspace belongs to another team. Open the one that belongs to this team, or make a new one.`,
    )
  }

  function commitRows(after: number, keys: Iterable<RowKey>, changes: Change[]): number {
    const images = rows.images(keys)
    const sends = images.some(
      ({ table, content }) => table === 'feed' && content !== null && JSON.parse(content).state === 'sending',
    )
    const number = client.commit({
      ...{ id: randomUUID(), after, host, migration: lastMigration, sends, changes, rows: images },
    })
    if (number === null) throw new TeamBehind()
    return number
  }

  /** Sends all shared rows of this workspace to a team that has none. */
  function bringIn(head: TeamHead): void {
    client.setMigration(lastMigration)
    const all = rows.all()
    let { number } = head
    for (let from = 0; from === 0 || from < all.length; from += maxJoiningRows)
      number = commitRows(number, all.slice(from, from + maxJoiningRows), [])
    setState.run({ id: head.id, number })
  }

  return {
    /** At the beginning of a writing transaction. */
    begin: rows.forget,
    /**
     * At the end of a writing transaction: commits its shared rows in the team's database.
     * @throws TeamBehind when others have committed since; PlainError when nothing could be committed
     */
    commit(changes: Change[]): void {
      const touched = rows.touched()
      const known = state.get()
      if (touched.length === 0 || !known) return
      const number = commitRows(known.number, touched, changes)
      setState.run({ id: known.team, number })
    },
    catchUp,
    /**
     * Compares the numbers of shared rows here and in the team's database.
     * @returns the numbers by table
     * @throws PlainError `TEAM_DIFFERS` if they are not the same
     */
    compare(): Record<string, number> {
      const here = rows.counts()
      requireSameCounts(here, client.counts())
      return here
    },
    /**
     * Joins the team: brings the rows of this workspace into an empty team, or takes over the team's rows into a
     * workspace without any.
     * @throws PlainError `TEAM_BOTH` if both have rows
     */
    join(): void {
      const known = state.get()
      const head = client.head()
      if (known) {
        requireSame(known, head)
        if (head.migration < lastMigration) client.setMigration(lastMigration)
        catchUp()
        return
      }
      if (head.number === 0) {
        db.transaction(() => {
          bringIn(head)
          requireSameCounts(rows.counts(), client.counts())
        }).immediate()
        return
      }
      if (hasWork(db))
        throw new PlainError(
          'TEAM_BOTH',
          say`This workspace has drafts or feeds of its own, and so has the team. Open a new workspace for the team.`,
        )
      withoutForeignKeys(() => {
        for (const row of rows.all()) rows.remove(row)
        takeOver(0)
        changeNumbers.raise(topics)
        requireSameCounts(rows.counts(), client.counts())
      })
    },
    /** Whether this workspace belongs to a team. */
    hasJoined: (): boolean => state.get() !== undefined,
    /** Ends the membership of this workspace. */
    leave: (): void => void leave.run(),
    close: () => client.close(),
  }
}

/** Whether people have written something in a workspace that cannot be replaced by a team's. */
const hasWork = (db: Database): boolean =>
  db
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM draft) OR EXISTS (SELECT 1 FROM feed)')
    .pluck()
    .get() === 1

/** @throws PlainError `TEAM_DIFFERS` if two counts of rows differ */
function requireSameCounts(here: Record<string, number>, there: Record<string, number>): void {
  const differing = Object.keys({ ...here, ...there }).filter(
    (table) => (here[table] ?? 0) !== (there[table] ?? 0),
  )
  if (differing.length > 0)
    throw new PlainError(
      'TEAM_DIFFERS',
      say`This workspace and the team's database do not have the same rows: ${differing.join(', ')}. Nothing was changed.`,
      { data: { here, there } },
    )
}
