import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { capitalized } from '../../../../src-shared/texts/spoken.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import {
  atItem,
  type Dropped,
  isNothing,
  type RememberedField,
  recordAndFeed,
  unseenInRecords,
} from '../../../../src-shared/vocabulary/record-and-feed.ts'
import {
  contentOfIngestItem,
  everyRetailer,
  type RetailerContent,
  recordValue,
} from '../../targets/sandbox/index.ts'
import type { Knowledge } from '../check/item-knowledge.ts'
import { type RefreshStart, startRefresh } from './drafts-start.ts'

/** Problem code of content that a refresh removes. */
export const dropsCode = 'REFRESH_DROPS'

/** Returns why the feed could not include a removed value, if known. `path` is that of the field. */
export type DropReasons = (path: string, value: string) => string | undefined

/**
 * Warnings about content that a refresh removes, and about content known only from an earlier feed. A refresh
 * replaces the complete record, so everything missing in the feed is removed: content of the record, and
 * content that the record does not show but an earlier feed contained.
 * @param present current catalog record
 * @param sent item of the feed
 * @param path path of that item in the feed
 */
export function refreshDrops(
  present: Item,
  sent: IngestItem,
  known: Knowledge,
  path: string,
  reasonOf?: DropReasons,
): Problem[] {
  const { id = '' } = present
  const next = recordValue(sent, { id, now: 0, username: '', names: known.names })
  const best = startRefresh(present, known)
  const earlier = known.earlier?.words ?? ''
  return [
    ...recordAndFeed.dropped(present, next, atItem).map((dropped) => fromRecord(dropped, path, reasonOf)),
    ...fromEarlierFeed(best, sent, earlier, path),
    ...fromContent(best.content, contentOfIngestItem(sent), path),
    ...(known.isCopy && !known.earlier?.item ? unseenContent(sent, path) : []),
  ]
}

/** Fields that a refresh removes although no record shows them. */
const removable: ReadonlySet<string> = new Set(['media/medium', 'contentPlus', 'manufacturerContent'])

/**
 * Warns about content that the record of a synced copy does not show if no known feed of this workspace
 * contained it: missing content that would be removed, and content that may differ. Nothing if the feed has
 * all removable content.
 */
function unseenContent(sent: IngestItem, path: string): Problem[] {
  const isLost = (at: string) => removable.has(at) && isNothing(valueAt(sent, at.split('/')[0] ?? at))
  const lost = unseenInRecords.filter((one) => isLost(one.path))
  if (lost.length === 0) return []
  const words = (some: typeof unseenInRecords) => list(some.map(({ label }) => label))
  const others = words(unseenInRecords.filter((one) => !isLost(one.path)))
  const message = say`If the item has ${words(lost)} at the service, the refresh removes them: this feed has none, and the copy of the catalog does not show them. Check these as well, because the copy does not show them either: ${others}.`
  return [warning('REFRESH_UNSEEN', path, message)]
}

const warning = (code: string, path: string, message: string): Problem => ({
  code,
  path,
  message,
  severity: 'warning',
})

function fromRecord({ label, path, value, many }: Dropped, at: string, reasonOf?: DropReasons): Problem {
  const reason = typeof value === 'string' ? reasonOf?.(path, value) : undefined
  const name = label.replace(/:$/, '')
  const message =
    value === true
      ? many
        ? say`The catalog's record has ${name}; this feed has none, so the refresh removes them.`
        : say`The catalog's record has ${name}; this feed has none, so the refresh removes it.`
      : many
        ? say`The catalog's record has ${name}: ${value}; this feed has none, so the refresh removes them.`
        : say`The catalog's record has ${name}: ${value}; this feed has none, so the refresh removes it.`
  return warning(dropsCode, path === '' ? at : `${at}/${path}`, reason ? `${message} ${reason}` : message)
}

/**
 * Warnings for content that only the earlier feed contained: reports its source if this feed has it, else
 * that it may be removed.
 */
function fromEarlierFeed(
  { taken, left, isContradicted, isRemembered, content, formerContent }: RefreshStart,
  sent: IngestItem,
  words: string,
  at: string,
): Problem[] {
  const sentContent = contentOfIngestItem(sent)
  const isSent = ({ path }: RememberedField) => !isNothing(valueAt(sent, path))
  const kept = [
    ...taken.filter(isSent).map(({ label }) => plainLabel(label)),
    ...(isRemembered ? sentContent.filter((one) => hasRetailerContent(one, content)).map(contentLabel) : []),
  ]
  const lost = (path: string, label: string) =>
    warning(
      dropsCode,
      `${at}/${path}`,
      [
        say`${capitalized(words)} gave ${label}, which the catalog's record does not show; this feed has none, so the refresh may remove it.`,
        ...(isContradicted ? [say`The record now differs from that feed: check which is correct.`] : []),
      ].join(' '),
    )
  const from =
    kept.length === 0
      ? []
      : [
          warning(
            'FROM_EARLIER_FEED',
            at,
            say`The catalog's record does not show ${list(kept)}: this feed uses the values from ${words}. Check whether they are still correct.`,
          ),
        ]
  return [
    ...from,
    ...[...taken, ...left]
      .filter((one) => !isSent(one))
      .map(({ label, path }) => lost(path, plainLabel(label))),
    ...formerContent
      .filter((one) => !isNothing(one.content) && !hasRetailerContent(one, sentContent))
      .map((one) => lost(contentPath(one), contentLabel(one))),
  ]
}

const hasRetailerContent = ({ retailer }: RetailerContent, others: readonly RetailerContent[]): boolean =>
  others.some((other) => other.retailer === retailer && !isNothing(other.content))
const contentLabel = ({ retailer }: RetailerContent): string =>
  retailer === everyRetailer ? 'Content+' : say`Content+ for ${retailer}`
const contentPath = ({ retailer }: RetailerContent): string =>
  retailer === everyRetailer ? 'contentPlus' : 'manufacturerContent'

/** Warnings for Content+ of the item that the feed lacks, per member. */
const fromContent = (
  known: readonly RetailerContent[],
  sent: readonly RetailerContent[],
  at: string,
): Problem[] =>
  known.flatMap((one) => {
    const sentContentPlus = sent.find(({ retailer }) => retailer === one.retailer)?.content
    return Object.entries(one.content).flatMap(([part, value]) => {
      const before = countOf(value)
      const after = countOf(member(sentContentPlus, part))
      if (before <= after) return []
      const what = after === 0 ? part : say`${before - after} of ${before} in ${part}`
      const path = one.retailer === everyRetailer ? `${contentPath(one)}/${part}` : contentPath(one)
      const message = say`The item has ${contentLabel(one)}: ${what}; this feed has none of it, so the refresh removes it.`
      return [warning(dropsCode, `${at}/${path}`, message)]
    })
  })

/** Number of non-empty entries of a list; 1 for a non-empty text, else 0. */
const countOf = (value: unknown): number =>
  Array.isArray(value) ? value.filter((one) => !isNothing(one)).length : Number(!isNothing(value))

/** The value at a path of an item. */
function valueAt(item: IngestItem, path: string): unknown {
  let at: unknown = item
  for (const segment of path.split('/')) {
    const [, name = '', number] = /^@?(\w+)(?:\[(\d+)\])?$/.exec(segment) ?? []
    if (Array.isArray(at)) at = at.at(Number(number) - 1)
    else at = member(at, name)
  }
  return at
}
const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined

const list = (labels: readonly string[]): string => [...new Set(labels)].join(', ')
const plainLabel = (label: string): string => label.replace(/^an? |:$/g, '')
