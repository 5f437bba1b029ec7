/**
 * Determines from the catalog whether a feed without acknowledgement has arrived. It has arrived if the
 * catalog changed after the sending, from a known other state, to everything in the feed. It has not arrived
 * if nothing changed. A change with another explanation (the catalog showed the same before, or another feed
 * of ours is about the same items) proves neither. Pure functions.
 */

import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import { instant } from '../../../catalog/index.ts'
import type { CatalogView, Sighting } from './catalog-view.ts'

/**
 * Whose item feeds the service received since the sending: only ours, those of others too, or `unknown` if it
 * does not report them.
 */
export type Newest = 'ours' | 'foreign' | 'unknown'

export interface Observation {
  kind: FeedKind
  /** Number of items in the feed, including those not looked up. */
  items: number
  /** The catalog just before the sending; absent if it was not checked. */
  before: CatalogView | undefined
  after: CatalogView
  /** Names of our other feeds about the same items, which may have made a change. */
  rivals: readonly string[]
  newest: Newest
}

export interface Effect {
  /** `shown`: the feed has arrived. `absent`: nothing of it has arrived so far. `open`: undetermined. */
  verdict: 'shown' | 'absent' | 'open'
  /** All items of the feed were looked up. */
  isWhole: boolean
  /** The catalog can never show whether the feed arrived. */
  isNeverConclusive: boolean
  /** The evidence, one sentence each. */
  words: string[]
}

/**
 * Effect on one item:
 * - `appeared`: the record shows the sent values, and did not before
 * - `alreadyShown`: the record shows the sent values, and did before
 * - `notApplied`: the record is unchanged, although the feed would have changed it
 * - `noEffect`: the record is unchanged, and the feed would not have changed it
 * - `changedBefore`: the record shows the sent values, by a change before the sending
 * - `changedOtherwise`: the record has changed to something else
 * - `unknown`: the record, or its state before the sending, is not known
 */
type ItemEffect =
  | 'appeared'
  | 'alreadyShown'
  | 'notApplied'
  | 'noEffect'
  | 'changedBefore'
  | 'changedOtherwise'
  | 'unknown'

export function assessEffect(observation: Observation): Effect {
  const { kind, items, before, after, rivals, newest } = observation
  const effects = after.items.map((now) => {
    const then = before?.items.find(({ code }) => code === now.code)
    return { now, then, effect: effectOn(kind, now, then, before?.at) }
  })
  const all = (...wanted: ItemEffect[]) => effects.every(({ effect }) => wanted.includes(effect))
  const some = (wanted: ItemEffect) => effects.some(({ effect }) => effect === wanted)
  const isWhole = after.items.length === items
  const isShown = all('appeared', 'alreadyShown') && some('appeared') && rivals.length === 0
  // An unchecked item may have arrived, unless the service has received only our feeds since.
  const isAbsent =
    kinds[kind].payload.hasNewest &&
    newest !== 'foreign' &&
    some('notApplied') &&
    (newest === 'ours' ? all('notApplied', 'noEffect') : isWhole && all('notApplied'))
  return {
    verdict: isShown ? 'shown' : isAbsent ? 'absent' : 'open',
    isWhole,
    isNeverConclusive: effects.every(
      ({ effect, now, then }) =>
        effect === 'alreadyShown' ||
        effect === 'noEffect' ||
        effect === 'changedBefore' ||
        (effect === 'unknown' && (now.is !== 'unclear' || then === undefined || then.is === 'unclear')),
    ),
    words: [
      ...listed(effects.map(({ now, then, effect }) => wordsOf(kind, effect, now, then))),
      ...(some('appeared') && rivals.length > 0
        ? [say`Another feed of yours is about the same: ${rivals.map((name) => `“${name}”`).join(', ')}.`]
        : []),
      ...adviceOf(kind, effects.length > 0 && all('alreadyShown')),
    ],
  }
}

function effectOn(
  kind: FeedKind,
  now: Sighting,
  then: Sighting | undefined,
  sentAt: number | undefined,
): ItemEffect {
  if (!then || then.is === 'unclear' || now.is === 'unclear') return 'unknown'
  const { ifPresent, ifAbsent } = kinds[kind]
  const createsItems = ifAbsent === 'created'
  if (now.is === 'absent') {
    if (then.is === 'there') return 'changedOtherwise'
    return createsItems ? 'notApplied' : 'noEffect'
  }
  const isEqual = isEmpty(now.differs)
  if (then.is === 'absent') {
    if (!isEqual) return 'changedOtherwise'
    if (!createsItems) return 'unknown'
    return isSince(now.created ?? now.lastUpdated, sentAt) && isSince(now.lastUpdated, sentAt)
      ? 'appeared'
      : 'changedBefore'
  }
  const isUnchanged = now.id === then.id && now.digest === then.digest
  // The service does not create an existing item: a change comes from another feed.
  if (ifPresent === 'refused' || now.isMute) return isUnchanged ? 'noEffect' : 'unknown'
  if (isUnchanged && !isEqual) return 'notApplied'
  if (!isEqual) return 'changedOtherwise'
  if (isEmpty(then.differs)) return 'alreadyShown'
  const last = instant(then.lastUpdated ?? '')
  return isSince(now.lastUpdated, sentAt) && isSince(now.lastUpdated, last) ? 'appeared' : 'changedBefore'
}

const isEmpty = (labels: readonly string[] | undefined): boolean => (labels ?? []).length === 0

/** Both times are from the service's clock. Without a time from the service, the change counts as later. */
function isSince(moment: string | undefined, start: number | undefined): boolean {
  if (start === undefined) return true
  const at = instant(moment ?? '')
  return at !== undefined && at >= start
}

/** Maximum number of sentences about single items. */
const maxSentences = 3

const listed = (sentences: string[]): string[] =>
  sentences.length <= maxSentences
    ? sentences
    : [
        ...sentences.slice(0, maxSentences),
        say`${counted(sentences.length - maxSentences, 'more item of it was looked at', 'more items of it were looked at')}.`,
      ]

function wordsOf(kind: FeedKind, effect: ItemEffect, now: Sighting, then: Sighting | undefined): string {
  const title = now.title ?? then?.title
  const named = now.id ?? then?.id
  const codes = named === undefined || named === now.code ? now.code : `${named} (${now.code})`
  const item = title === undefined ? codes : `“${title}”`
  const differing = (now.differs ?? []).join(', ')
  switch (effect) {
    case 'appeared':
      return say`Item ${item} shows the values of the feed since it was sent, and did not before.`
    case 'alreadyShown':
      return say`Item ${item} already showed the values of the feed before it was sent, so it does not show whether the feed arrived.`
    case 'notApplied':
      return now.is === 'absent'
        ? say`The catalog has no item with GTIN ${now.code}, as before the feed was sent.`
        : say`Item ${item} is as it was before the feed was sent.`
    case 'noEffect':
      if (now.is === 'absent')
        return say`The catalog has no item ${now.code}, and had none before the feed was sent.`
      return kinds[kind].ifPresent === 'refused'
        ? say`Item ${item} was there before the feed was sent, and is as it was.`
        : say`Item ${item} is unchanged, but the feed contains nothing that a record shows.`
    case 'changedBefore':
      return say`Item ${item} shows what the feed says, but by the service's own clock it did so before the feed was sent.`
    case 'changedOtherwise':
      if (now.is === 'absent') return say`Item ${item} is not in the catalog any more.`
      return then?.is === 'absent'
        ? say`Item ${item} has come since the feed was sent, but does not show what the feed says: ${differing}.`
        : say`Item ${item} has changed since the feed was sent, but does not show what the feed says: ${differing}.`
    case 'unknown':
      return wordsOfUnknown(kind, item, now, then)
  }
}

function wordsOfUnknown(kind: FeedKind, item: string, now: Sighting, then: Sighting | undefined): string {
  if (now.is === 'unclear') return say`The catalog's answer about ${now.code} does not identify one item.`
  if (now.is === 'absent')
    return say`The catalog has no item ${now.code}; whether it had one before is not known.`
  if (kinds[kind].ifPresent === 'refused' && then?.is === 'there')
    return say`Item ${item} was there before the feed was sent, and has been changed since.`
  if (then?.is === 'absent')
    return say`Item ${item} was created since the feed was sent, but the feed creates no items.`
  if (now.isMute) return say`Item ${item} has changed since, but the feed brings nothing that a record shows.`
  return isEmpty(now.differs)
    ? say`Item ${item} shows what the feed says; whether it did before the feed was sent is not known.`
    : say`Item ${item} does not show what the feed says: ${(now.differs ?? []).join(', ')}.`
}

/** Advice for a feed whose content the catalog already shows completely. */
function adviceOf(kind: FeedKind, isAllShown: boolean): string[] {
  if (!isAllShown) return []
  return kinds[kind].ifPresent === 'replaced'
    ? [say`Sending it again would change nothing visible: you can mark it as arrived.`]
    : [
        say`The catalog shows what it says: it can be settled as arrived. Sending it again may add its Content+ twice.`,
      ]
}
