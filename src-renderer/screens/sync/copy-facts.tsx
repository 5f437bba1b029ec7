import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { copyClaim, type SyncState } from '../../../src-shared/sync/model.ts'
import { Panel } from '../../ui/panel.tsx'
import { dateAndTime, relativeTime, useTick, wholeNumber } from '../../ui/words.ts'

/** What the local copy holds and how old it is. */
export function CopyFacts({ sync }: { sync: SyncState }) {
  useTick()
  const { lookups } = sync
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-[minmax(max-content,1.6fr)_repeat(6,minmax(0,1fr))]">
        <Fact label={copyClaim(sync).label}>
          {sync.completeUpTo ? (
            <time dateTime={sync.completeUpTo} title={dateAndTime(sync.completeUpTo)}>
              {relativeTime(sync.completeUpTo)}
            </time>
          ) : (
            'never yet'
          )}
        </Fact>
        <Fact label="Items">{wholeNumber(sync.items)}</Fact>
        <Fact label="No longer listed">
          {sync.itemsGone > 0 ? (
            <Link href="/catalog?listed=no" className="text-accent underline underline-offset-2">
              {wholeNumber(sync.itemsGone)}
            </Link>
          ) : (
            0
          )}
        </Fact>
        <Fact label="Manufacturers">{wholeNumber(lookups.manufacturer)}</Fact>
        <Fact label="Brands">{wholeNumber(lookups.brand)}</Fact>
        <Fact label="Distributors">{wholeNumber(lookups.distributor)}</Fact>
        <Fact label="Retailers">{wholeNumber(lookups.retailer)}</Fact>
      </dl>
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-faint">{label}</dt>
    <dd className="tabular mt-0.5 text-lg font-semibold whitespace-nowrap">{children}</dd>
  </div>
)
