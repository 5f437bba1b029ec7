import { createHash } from 'node:crypto'
import type { Named } from '../../../../src-shared/feeds/draft/made-name.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { dateOnly } from '../../../../src-shared/values/moment.ts'
import { keysOfElement } from '../../../../src-shared/vocabulary/kit/keys-of-path.ts'
import type { Database, DraftRemarkRow, WriterContext } from '../../../storage/index.ts'
import { namedIn, partsColumn } from '../store/name-columns.ts'
import type { CheckedItem } from './item-checks.ts'
import { fieldOfRefusal } from './refusal-field.ts'

/** The service's problems for a refused item, for the draft in which it is corrected. */
export interface ItemRemarks {
  /** 0-based index among the initial items of the draft. */
  position: number
  problems: readonly Problem[]
  /** The refused feed. */
  feed: Named & { id: string }
  /** Index of the item in that feed. */
  placeInFeed: number
  /** Time in milliseconds since the epoch. */
  at: number
}

/** Prefix of problem codes from the service, to distinguish them from our own checks. */
const refusedPrefix = 'REFUSED:'
export const refusedCode = (code: string): string => `${refusedPrefix}${code}`
export const isRefusedCode = (code: string): boolean => code.startsWith(refusedPrefix)

/** Stores the service's remarks on items, inside a transaction of a writer store. */
export function openRemarks({ db }: Pick<WriterContext, 'db'>) {
  const insert = db.prepare(
    `INSERT INTO draft_remark VALUES (@draft, @key, @number, @code, @message, @path, @stood, @feed, @feed_name,
       @position, @refused_at, @feed_name_parts, 0)`,
  )
  const members =
    'number, code, message, path, stood, feed, feed_name, position, refused_at, feed_name_parts, is_allowed'
  const copyOne = db.prepare(
    `INSERT INTO draft_remark SELECT @to, @toKey, ${members} FROM draft_remark WHERE draft = @from AND key = @fromKey`,
  )
  const copyAll = db.prepare(
    `INSERT INTO draft_remark SELECT @to, key, ${members} FROM draft_remark WHERE draft = @from`,
  )
  const allow = db.prepare(
    `UPDATE draft_remark SET is_allowed = 1 WHERE draft = @draft AND path = '' AND '${refusedPrefix}' || code = @code`,
  )
  return {
    keep(draft: string, kind: FeedKind, key: number, value: PayloadItem, remarks: ItemRemarks): void {
      const { feed, placeInFeed: position, at, problems } = remarks
      for (const [number, problem] of problems.entries()) {
        const path = fieldOfRefusal(kind, problem)
        const { code, message } = problem
        const about = { draft, key, number, code, message, path, stood: hashOf(valueAt(kind, value, path)) }
        const row: Omit<DraftRemarkRow, 'is_allowed'> = {
          ...about,
          feed: feed.id,
          feed_name: feed.name,
          feed_name_parts: partsColumn(feed.nameParts),
          position,
          refused_at: at,
        }
        insert.run(row)
      }
    },
    /** Copies the remarks of an item to another draft or key. */
    copy(from: string, fromKey: number, to: string, toKey: number): void {
      copyOne.run({ from, fromKey, to, toKey })
    },
    /** Copies the remarks of all items of a draft, with the same keys. */
    copyAll: (from: string, to: string): void => void copyAll.run({ from, to }),
    /** Allows sending items again unchanged that were refused without a field. @param code of the problem */
    allow: (draft: string, code: string): void => void allow.run({ draft, code }),
  }
}

/**
 * Adds the remarks that still apply to the problems of an item: those whose field has the same value as when
 * it was refused. So editing the field removes the remark, and undoing the edit restores it; the same holds for
 * a change of the feed kind that ends the rule. A remark without a field applies until the item changes, or until the user allows sending it unchanged. A problem that our own
 * checks find as well is listed once, as an error with a link to the feed.
 */
export function readRemarks(db: Database) {
  const all = db.prepare<[string, number], DraftRemarkRow>(
    'SELECT * FROM draft_remark WHERE draft = ? AND key = ? ORDER BY number',
  )
  return (
    draft: string,
    kind: FeedKind,
    { key, value }: { key: number; value: PayloadItem },
    found: CheckedItem['problems'],
  ): CheckedItem['problems'] => {
    const remarks = all
      .all(draft, key)
      .filter(
        ({ code, path, stood, is_allowed }) =>
          is_allowed === 0 && appliesTo(kind, code) && hashOf(valueAt(kind, value, path)) === stood,
      )
    const repeated = new Map(found.map((own) => [own, remarks.find((remark) => isSame(own, remark))]))
    const known = new Set(repeated.values())
    return [
      ...found.map((own): CheckedItem['problems'][number] => {
        const remark = repeated.get(own)
        return remark ? { ...own, severity: 'error', feed: feedOf(remark) } : own
      }),
      ...remarks.filter((remark) => !known.has(remark)).map(problemOf),
    ]
  }
}

/** Whether a feed of this kind can be refused by a rule. A refresh is not refused because the item exists. */
function appliesTo(kind: FeedKind, code: string): boolean {
  const { ifPresent, ifAbsent } = kinds[kind]
  if (code === 'GTIN_EXISTS') return ifPresent === 'refused'
  return code !== 'GTIN_UNKNOWN' || ifAbsent === 'refused'
}

const feedOf = ({ feed, feed_name: name, feed_name_parts: name_parts }: DraftRemarkRow) => ({
  id: feed,
  ...namedIn({ name, name_parts }),
})

function problemOf(remark: DraftRemarkRow): CheckedItem['problems'][number] {
  const { code, path, message, feed_name: name, refused_at: at } = remark
  return {
    code: refusedCode(code),
    path,
    field: path.replaceAll(/\[\d+\]/g, ''),
    message: say`The service refused this: ${sentence(message)} Feed “${name}”, ${dateOnly(at)}.`,
    severity: 'error',
    feed: feedOf(remark),
  }
}

/**
 * Whether our own check found what the service refused: the same rule or message at the same field, or at an
 * element in or around it.
 */
function isSame(own: CheckedItem['problems'][number], { code, message, path }: DraftRemarkRow): boolean {
  const isInside = (inner: string, outer: string) =>
    outer === '' || inner === outer || inner.startsWith(`${outer}/`)
  return (
    (own.code === code || own.message === message.trim()) &&
    (isInside(own.path, path) || isInside(path, own.path))
  )
}

const sentence = (words: string): string => {
  const text = words.trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function valueAt(kind: FeedKind, value: PayloadItem, path: string): unknown {
  if (path === '') return value
  const keys = keysOfElement(kinds[kind].payload.item, path) ?? []
  let at: unknown = value
  for (const key of keys) at = Object(at)[key]
  return at
}

/** Hash of a value, independent of the order of its members. */
const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, inOrder) ?? '')
    .digest('base64url')

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
