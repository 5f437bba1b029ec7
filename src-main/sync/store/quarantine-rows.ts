/** Unreadable pages, and single unreadable items of a response. */

import type { QuarantinedPage } from '../../../src-shared/sync/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Database, SyncQuarantineRow } from '../../storage/index.ts'
import { type ItemPageQuery, itemPageParameters } from '../../upstream/index.ts'
import { listQuery, type SliceTask } from '../plan.ts'
import type { KeptPage } from './page-keeper.ts'
import type { OpenRun } from './run-rows.ts'

interface UnreadablePage {
  run: string
  task: SliceTask
  query: ItemPageQuery
  /** The reason why it is unreadable, as text for a person. */
  error: string
  answer: Uint8Array
}

/** Bytes of a response searched for identifiers. */
const maxSearchedBytes = 4_000_000
/** Bytes of a response shown. */
const maxShownBytes = 1_000_000
const maxIds = 50

/** Attributes after this many bytes of a tag are ignored. */
const maxTagLength = 2000
const itemName = /^(?:[\w.-]{1,200}:)?item\s/
const itemId = /\sid\s{0,20}=\s{0,20}["']([^"'<>]{1,200})["']/

/** Identifiers found in a broken document: in each `<item` up to the next angle bracket. */
function idsIn(answer: Buffer): string[] {
  const found = new Set<string>()
  const text = answer.subarray(0, maxSearchedBytes)
  for (let at = text.indexOf('<'); at >= 0 && found.size < maxIds; ) {
    const next = text.indexOf('<', at + 1)
    const tag = text.toString('utf8', at + 1, Math.min(next < 0 ? text.length : next, at + maxTagLength))
    const id = itemName.test(tag) ? itemId.exec(tag.split('>', 1).join(''))?.[1] : undefined
    if (id !== undefined) found.add(id)
    at = next
  }
  return [...found]
}

/** The parameters of a call, including an identifier in the path. */
function parametersOf(query: ItemPageQuery): Record<string, string> {
  const parameters = Object.entries(itemPageParameters(query)).map(([name, value]) => [name, String(value)])
  return { ...(query.id !== undefined && { id: query.id }), ...Object.fromEntries(parameters) }
}

const shown = ({ id, at, tried_at, query, error, answer }: SyncQuarantineRow): QuarantinedPage => ({
  id,
  at: new Date(at).toISOString(),
  triedAt: tried_at === null ? undefined : new Date(tried_at).toISOString(),
  query: parametersOf(JSON.parse(query) as ItemPageQuery),
  error,
  bytes: answer.byteLength,
  itemIds: idsIn(answer),
})

/** Pages whose document could not be read, newest first. */
export function openQuarantineReader(db: Database) {
  const all = db.prepare<[], SyncQuarantineRow>('SELECT * FROM sync_quarantine ORDER BY id DESC LIMIT 200')
  const one = db.prepare<[number], SyncQuarantineRow>('SELECT * FROM sync_quarantine WHERE id = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM sync_quarantine').pluck()
  return {
    quarantine: (): QuarantinedPage[] => all.all().map(shown),
    quarantined: (): number => count.get() ?? 0,
    /** Undefined if there is no such page. */
    quarantinedPage(
      id: number,
    ): { run: string; task: SliceTask; query: ItemPageQuery; itemIds: string[] } | undefined {
      const row = one.get(id)
      if (!row) return undefined
      return {
        run: row.run,
        task: JSON.parse(row.task) as SliceTask,
        query: JSON.parse(row.query) as ItemPageQuery,
        itemIds: idsIn(row.answer),
      }
    },
    quarantinedAnswer(id: number): { text: string; cut: boolean } | undefined {
      const answer = one.get(id)?.answer
      if (!answer) return undefined
      return {
        text: answer.subarray(0, maxShownBytes).toString('utf8'),
        cut: answer.byteLength > maxShownBytes,
      }
    },
  }
}

export function openQuarantineWriter(db: Database, now: () => number) {
  const insert = db.prepare(
    'INSERT INTO sync_quarantine (run, at, task, query, error, answer) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM sync_quarantine WHERE id = ?')
  const removeOlder = db.prepare('DELETE FROM sync_quarantine WHERE run <> ?')
  const noteTry = db.prepare('UPDATE sync_quarantine SET tried_at = ?, error = ? WHERE id = ?')
  const removeSame = db.prepare('DELETE FROM sync_quarantine WHERE query = ? AND run <> ?')
  const exists = db.prepare('SELECT 1 FROM sync_quarantine WHERE query = ? AND run = ?').pluck()
  return {
    put: ({ run, task, query, error, answer }: UnreadablePage): void =>
      void insert.run(run, now(), JSON.stringify(task), JSON.stringify(query), error, answer),
    /** Replaces earlier runs' entries for the same query; false if this run has already added the item. */
    putItem({ run, task, query, error, answer }: UnreadablePage): boolean {
      const queryText = JSON.stringify(query)
      if (exists.get(queryText, run) !== undefined) return false
      removeSame.run(queryText, run)
      insert.run(run, now(), JSON.stringify(task), queryText, error, answer)
      return true
    },
    remove: (id: number): void => void remove.run(id),
    /** Removes the entries of earlier runs, after a run has read everything. */
    removeOlder: (run: string): void => void removeOlder.run(run),
    noteTry: (id: number, error: string): void => void noteTry.run(now(), error, id),
  }
}

/**
 * Puts items that cannot be stored in quarantine individually and counts them in their run. A retry requests
 * each by its identifier, if it has one.
 */
export function openItemQuarantine(
  quarantine: ReturnType<typeof openQuarantineWriter>,
  countSetAside: (added: number, run: number) => void,
) {
  return (
    { sequence, run }: OpenRun,
    aside: KeptPage['aside'],
    task: SliceTask,
    queryOf: (index: number) => ItemPageQuery,
  ): void => {
    let added = 0
    for (const { index, id, body, problem } of aside) {
      const { path, line, message } = problem
      const place = line === undefined ? path : say`${path}, line ${line}`
      const query = id === '' ? queryOf(index) : listQuery({ by: 'id', profile: task.profile }, id)
      const error = say`One item of the response cannot be saved (${place}): ${message}`
      if (quarantine.putItem({ run: run.id, task, query, error, answer: body })) added++
    }
    if (added > 0) countSetAside(added, sequence)
  }
}
