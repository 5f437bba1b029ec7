import { plural, t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import type { OutboxFeedDetail, OutboxOverview } from '../../../../../src-shared/feeds/outbox/model.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
  outboxStates,
} from '../../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { FeedCounters } from '../../../../../src-shared/feeds/status/status-report.ts'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { ItemResults, ProblemList } from './item-results.tsx'

/** The results of the items of a feed, or the problems of the entire feed if the service rejected it. */
export function FeedResults({ feed }: { feed: OutboxFeedDetail }) {
  if (feed.problems.length > 0) {
    return (
      <div className="p-4">
        <Notice tone="bad" title={t`The service refused the feed as a whole`}>
          <ProblemList problems={feed.problems} kind={feed.kind} />
        </Notice>
      </div>
    )
  }
  return (
    <div>
      {feed.results.length > 0 ? (
        <div className="border-b border-line px-4 py-3">
          <CounterBar itemCount={feed.itemCount} counters={feed.counters} />
        </div>
      ) : (
        <p className="border-b border-line p-4 text-sm text-ink-soft">{noResultsText(feed.state)}</p>
      )}
      <ItemResults id={feed.id} kind={feed.kind} />
    </div>
  )
}

function noResultsText(state: OutboxState): string {
  if (state === 'failed') return t`The service did not take the feed.`
  if (state === 'withdrawn') return t`The feed was taken back.`
  if (state === 'split') return t`Its items went on in two smaller feeds.`
  if (state === 'done') return t`The service reported nothing about single items.`
  return t`The service has not reported item results yet. They appear here as soon as it does.`
}

/** Item counts of a feed: a bar of accepted, rejected and open items, with the numbers as text. */
export function CounterBar({
  itemCount,
  counters,
}: {
  itemCount: number
  counters: FeedCounters | undefined
}) {
  if (!counters || counters.received === 0) {
    return (
      <span className="tabular text-ink-soft">
        <Plural value={itemCount} one="# item" other="# items" />
      </span>
    )
  }
  const { received, succeeded, failed, processing } = counters
  // In a batch, feeds that the service has not received are in no counter.
  const all = Math.max(received, itemCount)
  const toCome = all - received
  const parts = [
    succeeded > 0 && plural(succeeded, { one: '# accepted', other: '# accepted' }),
    failed > 0 && plural(failed, { one: '# refused', other: '# refused' }),
    processing > 0 && plural(processing, { one: '# open', other: '# open' }),
    toCome > 0 && t`${wholeNumber(toCome)} to come`,
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-1">
      <span className="tabular text-xs text-ink-soft">{parts.join(', ')}</span>
      <span
        className="flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-pressed forced-colors:border forced-colors:forced-color-adjust-none"
        aria-hidden
      >
        <span className="bg-good" style={{ width: `${(100 * succeeded) / all}%` }} />
        <span
          className="bg-bad-solid forced-colors:bg-[GrayText]"
          style={{ width: `${(100 * failed) / all}%` }}
        />
      </span>
    </div>
  )
}

/** Number of feeds in any of these states. */
export const feedsIn = ({ counts }: OutboxOverview, states: readonly OutboxState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0)

/** States of feeds that are not finished or need attention. */
export const waitingStates = outboxStates.filter((state) => !outboxStateDescriptions[state].terminal)
