/**
 * What the catalog tells about a feed that was never acknowledged. A feed has arrived where the catalog changed after
 * it was sent, from what was known before, to all that it says; it has not where nothing has changed. Whatever can be
 * explained otherwise (it was so before, another feed of ours is about the same) proves neither. Pure.
 */

import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { instant } from '../catalog/index.ts'
import type { CatalogView, Sighting } from './look-at-catalog.ts'

/** The newest item feeds of the service since the feed was sent: all ours, or not; `unknown` where it names none. */
export type Newest = 'ours' | 'foreign' | 'unknown'

export interface Looked {
  kind: FeedKind
  /** Items of the feed, those that were not looked at included. */
  items: number
  /** Just before the feed was sent; absent where nobody looked. */
  before: CatalogView | undefined
  after: CatalogView
  /** Names of our other feeds about the same items that may have done what shows. */
  rivals: readonly string[]
  newest: Newest
}

export interface Effect {
  /** `shown`: it has arrived. `absent`: nothing of it has, so far. `open`: neither can be told. */
  verdict: 'shown' | 'absent' | 'open'
  /** Every item of the feed was looked at. */
  isWhole: boolean
  /** Nothing that the catalog may yet show would tell. */
  isHopeless: boolean
  /** What is known, a sentence each. */
  words: string[]
}

/**
 * What became of one item:
 * - `came`: it shows what was sent, and did not before
 * - `kept`: it showed what was sent before already, and does now
 * - `same`: nothing of it has changed, and the feed would have changed it
 * - `still`: nothing of it has changed, and the feed would not have shown
 * - `early`: it shows what was sent, but has done so since before the feed was sent
 * - `other`: it has changed, to something else
 * - `unknown`: it cannot be told, or not what was so before
 */
type Fate = 'came' | 'kept' | 'same' | 'still' | 'early' | 'other' | 'unknown'

export function judgeEffect(looked: Looked): Effect {
  const { kind, items, before, after, rivals, newest } = looked
  const fates = after.items.map((now) => {
    const then = before?.items.find(({ code }) => code === now.code)
    return { now, then, fate: fateOf(kind, now, then, before?.at) }
  })
  const all = (...wanted: Fate[]) => fates.every(({ fate }) => wanted.includes(fate))
  const some = (wanted: Fate) => fates.some(({ fate }) => fate === wanted)
  const isWhole = after.items.length === items
  const isShown = all('came', 'kept') && some('came') && rivals.length === 0
  // What is not looked at may be what has arrived, unless the service has taken no feed but ours since.
  const isAbsent =
    kind !== 'contentplus' &&
    newest !== 'foreign' &&
    some('same') &&
    (newest === 'ours' ? all('same', 'still') : isWhole && all('same'))
  return {
    verdict: isShown ? 'shown' : isAbsent ? 'absent' : 'open',
    isWhole,
    isHopeless: fates.every(
      ({ fate, now, then }) =>
        fate === 'kept' ||
        fate === 'still' ||
        fate === 'early' ||
        (fate === 'unknown' && (now.is !== 'unclear' || then === undefined || then.is === 'unclear')),
    ),
    words: [
      ...listed(fates.map(({ now, then, fate }) => wordsOf(kind, fate, now, then))),
      ...(some('came') && rivals.length > 0
        ? [`Another feed of yours is about the same: ${rivals.map((name) => `“${name}”`).join(', ')}.`]
        : []),
      ...adviceOf(kind, fates.length > 0 && all('kept')),
    ],
  }
}

function fateOf(kind: FeedKind, now: Sighting, then: Sighting | undefined, sentAt: number | undefined): Fate {
  if (!then || then.is === 'unclear' || now.is === 'unclear') return 'unknown'
  const makesItems = kind === 'create' || kind === 'refresh'
  if (now.is === 'absent') {
    if (then.is === 'there') return 'other'
    return makesItems ? 'same' : 'still'
  }
  const agrees = isEmpty(now.differs)
  if (then.is === 'absent') {
    if (!agrees) return 'other'
    if (!makesItems) return 'unknown'
    return isSince(now.created ?? now.lastUpdated, sentAt) && isSince(now.lastUpdated, sentAt)
      ? 'came'
      : 'early'
  }
  const isUnchanged = now.id === then.id && now.digest === then.digest
  // An item that is there already is not created: what happens to it is the doing of another.
  if (kind === 'create' || now.isMute) return isUnchanged ? 'still' : 'unknown'
  if (isUnchanged && !agrees) return 'same'
  if (!agrees) return 'other'
  if (isEmpty(then.differs)) return 'kept'
  const last = instant(then.lastUpdated ?? '')
  return isSince(now.lastUpdated, sentAt) && isSince(now.lastUpdated, last) ? 'came' : 'early'
}

const isEmpty = (labels: readonly string[] | undefined): boolean => (labels ?? []).length === 0

/** By the service's own clock on both sides; where it does not tell the time, what was seen before must do. */
function isSince(moment: string | undefined, start: number | undefined): boolean {
  if (start === undefined) return true
  const at = instant(moment ?? '')
  return at !== undefined && at >= start
}

/** Sentences about single items, at most. */
const mostSentences = 3

const listed = (sentences: string[]): string[] =>
  sentences.length <= mostSentences
    ? sentences
    : [
        ...sentences.slice(0, mostSentences),
        `${sentences.length - mostSentences} more items of it were looked at.`,
      ]

function wordsOf(kind: FeedKind, fate: Fate, now: Sighting, then: Sighting | undefined): string {
  const named = now.id ?? then?.id
  const item = named === undefined || named === now.code ? `Item ${now.code}` : `Item ${named} (${now.code})`
  const differing = (now.differs ?? []).join(', ')
  switch (fate) {
    case 'came':
      return `${item} has shown what the feed says since it was sent, and did not before.`
    case 'kept':
      return `${item} showed what the feed says before it was sent already, so it cannot tell whether the feed arrived.`
    case 'same':
      return now.is === 'absent'
        ? `The catalog has no item with GTIN ${now.code}, as before the feed was sent.`
        : `${item} is as it was before the feed was sent.`
    case 'still':
      if (now.is === 'absent')
        return `The catalog has no item ${now.code}, and had none before the feed was sent.`
      return kind === 'create'
        ? `${item} was there before the feed was sent, and is as it was.`
        : `${item} is as it was before the feed was sent, which brings nothing that a record shows.`
    case 'early':
      return `${item} shows what the feed says, but by the service's own clock it did so before the feed was sent.`
    case 'other':
      if (now.is === 'absent') return `${item} is not in the catalog any more.`
      return then?.is === 'absent'
        ? `${item} has come since the feed was sent, but does not show what the feed says: ${differing}.`
        : `${item} has changed since the feed was sent, but does not show what the feed says: ${differing}.`
    case 'unknown':
      return wordsOfUnknown(kind, item, now, then)
  }
}

function wordsOfUnknown(kind: FeedKind, item: string, now: Sighting, then: Sighting | undefined): string {
  if (now.is === 'unclear') return `The catalog's answer about ${now.code} does not tell one item.`
  if (now.is === 'absent')
    return `The catalog has no item ${now.code}; whether it had one before is not known.`
  if (kind === 'create' && then?.is === 'there')
    return `${item} was there before the feed was sent, and has been changed since.`
  if (then?.is === 'absent') return `${item} has come since the feed was sent, which brings no item.`
  if (now.isMute) return `${item} has changed since, but the feed brings nothing that a record shows.`
  return isEmpty(now.differs)
    ? `${item} shows what the feed says; whether it did before the feed was sent is not known.`
    : `${item} does not show what the feed says: ${(now.differs ?? []).join(', ')}.`
}

/** What sending it again would do to a catalog that shows all of it already. */
function adviceOf(kind: FeedKind, isAllKept: boolean): string[] {
  if (!isAllKept) return []
  return kind === 'refresh'
    ? ['Sending it again would change nothing that shows: it can be settled as arrived.']
    : [
        'The catalog shows what it says: it can be settled as arrived. Sending it again may add its Content+ twice.',
      ]
}
