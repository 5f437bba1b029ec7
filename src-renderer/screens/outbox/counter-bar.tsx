import type { FeedCounters } from '../../../src-shared/outbox/model.ts'
import { counted, wholeNumber } from '../../ui/words.ts'

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
  const parts = [
    succeeded > 0 && `${wholeNumber(succeeded)} accepted`,
    failed > 0 && `${wholeNumber(failed)} refused`,
    processing > 0 && `${wholeNumber(processing)} open`,
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-1">
      <span className="tabular text-xs text-ink-soft">{parts.join(', ')}</span>
      <span className="flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-pressed" aria-hidden>
        <span className="bg-good" style={{ width: `${(100 * succeeded) / received}%` }} />
        <span className="bg-bad-solid" style={{ width: `${(100 * failed) / received}%` }} />
      </span>
    </div>
  )
}
