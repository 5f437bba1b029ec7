/**
 * Judges by the catalog whether a feed that was never acknowledged has arrived. The feed has arrived when the catalog
 * changed after the sending, from another known state, to all that the feed says. The feed has not arrived when nothing
 * changed. A change with another explanation (the catalog showed the same before, another feed of ours is about the
 * same items) proves neither. Pure functions.
 */

import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import { instant } from '../../../catalog/index.ts'
import type { CatalogView, Sighting } from './catalog-view.ts'

/** Whose item feeds the service took since the feed was sent: only ours, others too, or `unknown`: it names none. */
export type Newest = 'ours' | 'foreign' | 'unknown'

export interface Observation {
  kind: FeedKind
  /** How many items the feed has, those that were not looked at included. */
  items: number
  /** The catalog just before the feed was sent; absent where nobody looked. */
  before: CatalogView | undefined
  after: CatalogView
  /** Names of our other feeds about the same items: one of these may have made the change. */
  rivals: readonly string[]
  newest: Newest
}

export interface Effect {
  /** `shown`: the feed has arrived. `absent`: nothing of the feed has arrived so far. `open`: neither can be told. */
  verdict: 'shown' | 'absent' | 'open'
  /** Every item of the feed was looked at. */
  isWhole: boolean
  /** The catalog cannot tell, whatever it shows later. */
  isHopeless: boolean
  /** What is known, a sentence each. */
  words: string[]
}

/**
 * What became of one item:
 * - `came`: the record shows what was sent, and did not before
 * - `kept`: the record shows what was sent, and did before
 * - `same`: the record is unchanged, and the feed would have changed the record
 * - `still`: the record is unchanged, and the feed would not have changed the record
 * - `early`: the record shows what was sent, by a change from before the sending
 * - `other`: the record has changed to something else
 * - `unknown`: the record, or the record before the sending, is not known
 */
type Fate = 'came' | 'kept' | 'same' | 'still' | 'early' | 'other' | 'unknown'

export function judgeEffect(observation: Observation): Effect {
  const { kind, items, before, after, rivals, newest } = observation
  const fates = after.items.map((now) => {
    const then = before?.items.find(({ code }) => code === now.code)
    return { now, then, fate: fateOf(kind, now, then, before?.at) }
  })
  const all = (...wanted: Fate[]) => fates.every(({ fate }) => wanted.includes(fate))
  const some = (wanted: Fate) => fates.some(({ fate }) => fate === wanted)
  const isWhole = after.items.length === items
  const isShown = all('came', 'kept') && some('came') && rivals.length === 0
  // An item that was not looked at may have arrived, unless the service has taken no feed but ours since.
  const isAbsent =
    kinds[kind].payload.hasNewest &&
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
        ? [say`Another feed of yours is about the same: ${rivals.map((name) => `“${name}”`).join(', ')}.`]
        : []),
      ...adviceOf(kind, fates.length > 0 && all('kept')),
    ],
  }
}

function fateOf(kind: FeedKind, now: Sighting, then: Sighting | undefined, sentAt: number | undefined): Fate {
  if (!then || then.is === 'unclear' || now.is === 'unclear') return 'unknown'
  const { ifPresent, ifAbsent } = kinds[kind]
  const createsItems = ifAbsent === 'created'
  if (now.is === 'absent') {
    if (then.is === 'there') return 'other'
    return createsItems ? 'same' : 'still'
  }
  const agrees = isEmpty(now.differs)
  if (then.is === 'absent') {
    if (!agrees) return 'other'
    if (!createsItems) return 'unknown'
    return isSince(now.created ?? now.lastUpdated, sentAt) && isSince(now.lastUpdated, sentAt)
      ? 'came'
      : 'early'
  }
  const isUnchanged = now.id === then.id && now.digest === then.digest
  // The service does not create an item that is there already: another feed has changed it.
  if (ifPresent === 'refused' || now.isMute) return isUnchanged ? 'still' : 'unknown'
  if (isUnchanged && !agrees) return 'same'
  if (!agrees) return 'other'
  if (isEmpty(then.differs)) return 'kept'
  const last = instant(then.lastUpdated ?? '')
  return isSince(now.lastUpdated, sentAt) && isSince(now.lastUpdated, last) ? 'came' : 'early'
}

const isEmpty = (labels: readonly string[] | undefined): boolean => (labels ?? []).length === 0

/** Both moments are by the service's own clock; a service that does not tell the time is believed. */
function isSince(moment: string | undefined, start: number | undefined): boolean {
  if (start === undefined) return true
  const at = instant(moment ?? '')
  return at !== undefined && at >= start
}

/** Sentences about single items, at most. */
const maxSentences = 3

const listed = (sentences: string[]): string[] =>
  sentences.length <= maxSentences
    ? sentences
    : [
        ...sentences.slice(0, maxSentences),
        say`${counted(sentences.length - maxSentences, 'more item of it was looked at', 'more items of it were looked at')}.`,
      ]

function wordsOf(kind: FeedKind, fate: Fate, now: Sighting, then: Sighting | undefined): string {
  const named = now.id ?? then?.id
  const item = named === undefined || named === now.code ? now.code : `${named} (${now.code})`
  const differing = (now.differs ?? []).join(', ')
  switch (fate) {
    case 'came':
      return say`Item ${item} has shown what the feed says since it was sent, and did not before.`
    case 'kept':
      return say`Item ${item} showed what the feed says before it was sent already, so it cannot tell whether the feed arrived.`
    case 'same':
      return now.is === 'absent'
        ? say`The catalog has no item with GTIN ${now.code}, as before the feed was sent.`
        : say`Item ${item} is as it was before the feed was sent.`
    case 'still':
      if (now.is === 'absent')
        return say`The catalog has no item ${now.code}, and had none before the feed was sent.`
      return kinds[kind].ifPresent === 'refused'
        ? say`Item ${item} was there before the feed was sent, and is as it was.`
        : say`Item ${item} is as it was before the feed was sent, which brings nothing that a record shows.`
    case 'early':
      return say`Item ${item} shows what the feed says, but by the service's own clock it did so before the feed was sent.`
    case 'other':
      if (now.is === 'absent') return say`Item ${item} is not in the catalog any more.`
      return then?.is === 'absent'
        ? say`Item ${item} has come since the feed was sent, but does not show what the feed says: ${differing}.`
        : say`Item ${item} has changed since the feed was sent, but does not show what the feed says: ${differing}.`
    case 'unknown':
      return wordsOfUnknown(kind, item, now, then)
  }
}

function wordsOfUnknown(kind: FeedKind, item: string, now: Sighting, then: Sighting | undefined): string {
  if (now.is === 'unclear') return say`The catalog's answer about ${now.code} does not tell one item.`
  if (now.is === 'absent')
    return say`The catalog has no item ${now.code}; whether it had one before is not known.`
  if (kinds[kind].ifPresent === 'refused' && then?.is === 'there')
    return say`Item ${item} was there before the feed was sent, and has been changed since.`
  if (then?.is === 'absent') return say`Item ${item} has come since the feed was sent, which brings no item.`
  if (now.isMute) return say`Item ${item} has changed since, but the feed brings nothing that a record shows.`
  return isEmpty(now.differs)
    ? say`Item ${item} shows what the feed says; whether it did before the feed was sent is not known.`
    : say`Item ${item} does not show what the feed says: ${(now.differs ?? []).join(', ')}.`
}

/** What a person should know before sending the feed again to a catalog that shows all of the feed already. */
function adviceOf(kind: FeedKind, isAllKept: boolean): string[] {
  if (!isAllKept) return []
  return kinds[kind].ifPresent === 'replaced'
    ? [say`Sending it again would change nothing that shows: it can be settled as arrived.`]
    : [
        say`The catalog shows what it says: it can be settled as arrived. Sending it again may add its Content+ twice.`,
      ]
}
