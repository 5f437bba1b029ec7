import { say } from '../../texts/say.ts'
import { fieldLabels } from '../../vocabulary/kit/path.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { FeedItem, ReportedFeed, Verdict } from './model.ts'

/** Labels of the statuses that the service is known to use. */
const statusWords: Record<string, string> = {
  SUCCESS: say`Accepted`,
  PROCESSED: say`Accepted`,
  INPROGRESS: say`In progress`,
  DATA_ERROR: say`Refused`,
  REJECTED: say`Refused`,
  SYSTEM_ERROR: say`Failed at the service`,
  TIMEOUT_ERROR: say`Timed out`,
  FAILED: say`Failed`,
}
export const verdictLabels: Record<Verdict, string> = {
  refused: say`Refused`,
  none: say`Not known`,
  open: say`Not yet known`,
  accepted: say`Accepted`,
}

/** Label of an item's result; an unknown status is shown unchanged. */
export const resultLabel = ({ verdict, status }: Pick<FeedItem, 'verdict' | 'status'>): string =>
  status === undefined ? verdictLabels[verdict] : (statusWords[status.trim().toUpperCase()] ?? status)

/** Label of the sender of a feed. */
export const senderLabel = ({ postedBy }: Pick<ReportedFeed, 'postedBy'>): string =>
  postedBy === undefined ? say`this app` : say`${postedBy}, over the local API`

/**
 * Label of the field at a path reported by the service, such as `Products · Brand`; '' for an item or the
 * complete feed.
 */
export function fieldWords(kind: FeedKind, path: string): string {
  const below = path.replace(/^(?:items|contentPlus)\/item(?:\[\d+\])?\/?/, '').replaceAll(/\[\d+\]/g, '')
  return below === '' ? '' : fieldLabels(kinds[kind].payload.item, below).join(' · ')
}
