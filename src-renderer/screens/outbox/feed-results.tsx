import { useState } from 'react'
import type {
  FeedCounters,
  ItemResult,
  OutboxFeedDetail,
  OutboxOverview,
} from '../../../src-shared/outbox/model.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
  outboxStates,
} from '../../../src-shared/outbox/outbox-state.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'

/** The words and colours of the statuses the service is known to use; others are shown as they came. */
const statuses: Record<string, { label: string; tone: Tone }> = {
  SUCCESS: { label: 'Accepted', tone: 'good' },
  PROCESSED: { label: 'Accepted', tone: 'good' },
  INPROGRESS: { label: 'In progress', tone: 'accent' },
  DATA_ERROR: { label: 'Refused', tone: 'bad' },
  REJECTED: { label: 'Refused', tone: 'bad' },
  SYSTEM_ERROR: { label: 'Failed at the service', tone: 'bad' },
  TIMEOUT_ERROR: { label: 'Timed out', tone: 'bad' },
  FAILED: { label: 'Failed', tone: 'bad' },
}
const page = 200

/** What became of each item, as the service reports it. */
export function FeedResults({ feed }: { feed: OutboxFeedDetail }) {
  const [shown, setShown] = useState(page)
  if (feed.problems.length > 0) {
    return (
      <div className="p-4">
        <Notice tone="bad" title="The service refused the feed as a whole">
          <ProblemList problems={feed.problems} />
        </Notice>
      </div>
    )
  }
  if (feed.results.length === 0) {
    return <p className="p-4 text-sm text-ink-faint">{nothingYet(feed.state)}</p>
  }
  return (
    <div>
      <div className="border-b border-line px-4 py-3">
        <CounterBar itemCount={feed.itemCount} counters={feed.counters} />
      </div>
      <Table
        label="Results"
        columns={[
          { label: 'Item', className: 'w-14' },
          { label: 'Product code', className: 'w-40' },
          { label: 'Result', className: 'w-44' },
          { label: 'What the service says' },
        ]}
      >
        {feed.results.slice(0, shown).map((result) => (
          <ResultRow key={result.index} result={result} />
        ))}
      </Table>
      {feed.results.length > shown && (
        <div className="border-t border-line p-3">
          <Button size="small" onClick={() => setShown(shown + page)}>
            Show {counted(Math.min(page, feed.results.length - shown), 'more item', 'more items')}
          </Button>
        </div>
      )}
    </div>
  )
}

function nothingYet(state: OutboxState): string {
  if (state === 'failed')
    return 'The service did not take the feed, so there is nothing to say about single items.'
  if (state === 'withdrawn') return 'The feed was taken back, so there is nothing to say about single items.'
  if (state === 'done') return 'The service reported nothing about single items.'
  return 'The service has not reported on single items yet. They appear here as soon as it does.'
}

function ResultRow({ result }: { result: ItemResult }) {
  const known = statuses[result.ingestionStatus]
  return (
    <TableRow>
      <TableCell className="tabular align-top text-ink-faint">{result.index + 1}</TableCell>
      <TableCell className="tabular align-top">{result.productCode}</TableCell>
      <TableCell className="align-top">
        <Badge tone={known?.tone ?? 'neutral'}>{known?.label ?? result.ingestionStatus}</Badge>
      </TableCell>
      <TableCell className="align-top">
        {result.problems.length === 0 ? (
          <span className="text-ink-faint">Nothing</span>
        ) : (
          <ProblemList problems={result.problems} />
        )}
      </TableCell>
    </TableRow>
  )
}

const ProblemList = ({ problems }: { problems: readonly Problem[] }) => (
  <ul className="flex flex-col gap-1.5">
    {problems.map((problem) => (
      <li key={`${problem.code} ${problem.path} ${problem.message}`}>
        <p className="break-words">{problem.message}</p>
        <p className="font-mono text-2xs break-all text-ink-faint">
          {[problem.code, problem.path].filter(Boolean).join(' · ')}
        </p>
      </li>
    ))}
  </ul>
)

/** What became of the items so far: a bar of accepted, refused and open ones, with the numbers in words. */
export function CounterBar({
  itemCount,
  counters,
}: {
  itemCount: number
  counters: FeedCounters | undefined
}) {
  if (!counters || counters.received === 0) {
    return <span className="tabular text-ink-soft">{counted(itemCount, 'item')}</span>
  }
  const { received, succeeded, failed, processing } = counters
  // Of a batch, feeds that the service has not got yet are in no counter.
  const all = Math.max(received, itemCount)
  const toCome = all - received
  const parts = [
    succeeded > 0 && `${wholeNumber(succeeded)} accepted`,
    failed > 0 && `${wholeNumber(failed)} refused`,
    processing > 0 && `${wholeNumber(processing)} open`,
    toCome > 0 && `${wholeNumber(toCome)} to come`,
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-1">
      <span className="tabular text-xs text-ink-soft">{parts.join(', ')}</span>
      <span className="flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-pressed" aria-hidden>
        <span className="bg-good" style={{ width: `${(100 * succeeded) / all}%` }} />
        <span className="bg-bad-solid" style={{ width: `${(100 * failed) / all}%` }} />
      </span>
    </div>
  )
}

/** How many feeds are in one of these states. */
export const feedsIn = ({ counts }: OutboxOverview, states: readonly OutboxState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0)

/** States of feeds that still have a way to go, or need a person to look at them. */
export const waitingStates = outboxStates.filter((state) => !outboxStateDescriptions[state].terminal)
