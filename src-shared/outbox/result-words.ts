import { groupOf } from '../drafts/comparison.ts'
import type { FeedKind } from '../drafts/model.ts'
import { fieldLabels } from '../vocabulary/kit/path.ts'
import type { FeedItem, ReportedFeed, Verdict } from './model.ts'

/** The words for the statuses that the service is known to use. */
const statusWords: Record<string, string> = {
  SUCCESS: 'Accepted',
  PROCESSED: 'Accepted',
  INPROGRESS: 'In progress',
  DATA_ERROR: 'Refused',
  REJECTED: 'Refused',
  SYSTEM_ERROR: 'Failed at the service',
  TIMEOUT_ERROR: 'Timed out',
  FAILED: 'Failed',
}
export const verdictWords: Record<Verdict, string> = {
  refused: 'Refused',
  none: 'Not known',
  open: 'Not yet known',
  accepted: 'Accepted',
}

/** What became of an item, in words; a status that nobody knows is told as it came. */
export const resultWords = ({ verdict, status }: Pick<FeedItem, 'verdict' | 'status'>): string =>
  status === undefined ? verdictWords[verdict] : (statusWords[status.trim().toUpperCase()] ?? status)

/** Who sent a feed on its way. */
export const senderWords = ({ postedBy }: Pick<ReportedFeed, 'postedBy'>): string =>
  postedBy === undefined ? 'this app' : `${postedBy}, over the local API`

/** The field that a path of the service names, `Products · Brand`; '' for an item, or the feed, as a whole. */
export function fieldWords(kind: FeedKind, path: string): string {
  const below = path.replace(/^(?:items|contentPlus)\/item(?:\[\d+\])?\/?/, '').replaceAll(/\[\d+\]/g, '')
  return below === '' ? '' : fieldLabels(groupOf(kind), below).join(' · ')
}
