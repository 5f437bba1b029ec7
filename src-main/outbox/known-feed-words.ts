import type { FeedKind } from '../../src-shared/drafts/model.ts'
import type { OutboxFeed } from '../../src-shared/outbox/model.ts'
import { outboxStateDescriptions } from '../../src-shared/outbox/outbox-state.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { FeedAboutItems, KnownFeeds } from './known-feeds.ts'

/** `2026-11-22 at 07:10 UTC` */
const moment = (iso: string): string => `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`

const standing = ({ state, createdAt, updatedAt }: OutboxFeed): string =>
  outboxStateDescriptions[state].stands({ queued: moment(createdAt), changed: moment(updatedAt) })

const kindWords: Record<FeedKind, string> = {
  create: 'create',
  update: 'update',
  refresh: 'refresh',
  contentplus: 'Content+',
}

/** In one sentence, which feed of the very same bytes there is, and how it stands. */
export const sameFeedWords = (feed: OutboxFeed): string =>
  `The very same feed is in the outbox already: “${feed.name}”, ${standing(feed)}.`

function sameFeedWarning(feed: OutboxFeed, path: string): Problem {
  const adds = feed.kind === 'update' ? ', and any Content+ in it is added again' : ''
  const advice =
    feed.state === 'failed'
      ? 'Send that one once more instead of queueing another.'
      : `Queued again, it is sent again${adds}.`
  return {
    code: 'SAME_FEED',
    path,
    message: `${sameFeedWords(feed)} ${advice}`,
    severity: 'warning',
    feed: { id: feed.id, name: feed.name },
  }
}

function itemWarning({ feed, items, first, holds }: FeedAboutItems, code: string, root: string): Problem {
  const what = items === 1 ? `Item ${code} is` : `Item ${code} and ${items - 1} more of this feed are`
  const order = holds ? 'This feed is sent when that one has ended.' : 'This feed does not wait for that one.'
  return {
    code: 'ITEM_ON_ITS_WAY',
    path: `${root}/item[${first + 1}]`,
    message: `${what} in “${feed.name}” already (${kindWords[feed.kind]}, ${standing(feed)}). ${order}`,
    severity: 'warning',
    feed: { id: feed.id, name: feed.name },
  }
}

/**
 * What is to be said before a payload is queued, because of the feeds that are there already. Warnings all: that a
 * feed is sent twice may be meant.
 * @param codes of the payload's items, as their sender wrote them
 */
export function knownFeedWarnings(kind: FeedKind, codes: string[], known: KnownFeeds): Problem[] {
  const { root } = kind === 'contentplus' ? documents.contentPlus : documents.ingestItems
  const { same, about, furtherAbout } = known
  const warnings = about.map((other) => itemWarning(other, codes[other.first] ?? '', root))
  if (same) warnings.unshift(sameFeedWarning(same, root))
  if (furtherAbout > 0)
    warnings.push({
      code: 'ITEM_ON_ITS_WAY',
      path: root,
      message: `Items of this feed are in ${furtherAbout} more feeds that are on their way.`,
      severity: 'warning',
    })
  return warnings
}
