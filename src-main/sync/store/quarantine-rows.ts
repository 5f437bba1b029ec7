/** Pages and single items of an answer that could not be read. */

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
  /** Why it cannot be read, in words. */
  error: string
  answer: Uint8Array
}

/** Bytes of an answer that are searched for identifiers. */
const maxLookedThrough = 4_000_000
/** Bytes of an answer that are shown. */
const maxShown = 1_000_000
const maxIds = 50

/** Attributes behind so many bytes of a tag are not looked for. */
const maxTagLength = 2000
const itemName = /^(?:[\w.-]{1,200}:)?item\s/
const itemId = /\sid\s{0,20}=\s{0,20}["']([^"'<>]{1,200})["']/

/** Identifiers that can be made out in a broken document: in every `<item` up to the next angle bracket. */
function idsIn(answer: Buffer): string[] {
  const found = new Set<string>()
  const text = answer.subarray(0, maxLookedThrough)
  for (let at = text.indexOf('<'); at >= 0 && found.size < maxIds; ) {
    const next = text.indexOf('<', at + 1)
    const tag = text.toString('utf8', at + 1, Math.min(next < 0 ? text.length : next, at + maxTagLength))
    const id = itemName.test(tag) ? itemId.exec(tag.split('>', 1).join(''))?.[1] : undefined
    if (id !== undefined) found.add(id)
    at = next
  }
  return [...found]
}

/** The parameters of a call, an identifier in the path included. */
function askedFor(query: ItemPageQuery): Record<string, string> {
  const parameters = Object.entries(itemPageParameters(query)).map(([name, value]) => [name, String(value)])
  return { ...(query.id !== undefined && { id: query.id }), ...Object.fromEntries(parameters) }
}

const shown = ({ id, at, tried_at, query, error, answer }: SyncQuarantineRow): QuarantinedPage => ({
  id,
  at: new Date(at).toISOString(),
  triedAt: tried_at === null ? undefined : new Date(tried_at).toISOString(),
  query: askedFor(JSON.parse(query) as ItemPageQuery),
  error,
  bytes: answer.byteLength,
  itemIds: idsIn(answer),
})

/** Pages whose document could not be read, the newest first. */
export function openQuarantineReader(db: Database) {
  const all = db.prepare<[], SyncQuarantineRow>('SELECT * FROM sync_quarantine ORDER BY id DESC LIMIT 200')
  const one = db.prepare<[number], SyncQuarantineRow>('SELECT * FROM sync_quarantine WHERE id = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM sync_quarantine').pluck()
  return {
    quarantine: (): QuarantinedPage[] => all.all().map(shown),
    quarantined: (): number => count.get() ?? 0,
    /** Undefined when there is no such page. */
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
      return { text: answer.subarray(0, maxShown).toString('utf8'), cut: answer.byteLength > maxShown }
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
  const isThere = db.prepare('SELECT 1 FROM sync_quarantine WHERE query = ? AND run = ?').pluck()
  return {
    put: ({ run, task, query, error, answer }: UnreadablePage): void =>
      void insert.run(run, now(), JSON.stringify(task), JSON.stringify(query), error, answer),
    /** Puts a single item in place of earlier runs' answers to the same query; false when this run has put it already. */
    putItem({ run, task, query, error, answer }: UnreadablePage): boolean {
      const question = JSON.stringify(query)
      if (isThere.get(question, run) !== undefined) return false
      removeSame.run(question, run)
      insert.run(run, now(), JSON.stringify(task), question, error, answer)
      return true
    },
    remove: (id: number): void => void remove.run(id),
    /** Removes what earlier runs set aside, after a run has read everything. */
    removeOlder: (run: string): void => void removeOlder.run(run),
    noteTry: (id: number, error: string): void => void noteTry.run(now(), error, id),
  }
}

/**
 * Puts items that cannot be kept into quarantine one by one, and counts them in their run; each is asked for again by
 * its identifier where it has one.
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
      const error = say`One item of the answer cannot be kept (${place}): ${message}`
      if (quarantine.putItem({ run: run.id, task, query, error, answer: body })) added++
    }
    if (added > 0) countSetAside(added, sequence)
  }
}
