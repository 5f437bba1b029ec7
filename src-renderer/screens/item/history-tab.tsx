/**
 * The history of one item: its versions in time, and any two of them compared field by field. At first what the newest
 * change did, or the version the address names (`?tab=history&version=3`).
 */
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { ItemVersion } from '../../../src-shared/history/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Comparison } from './history-comparison.tsx'
import { VersionTimeline } from './history-timeline.tsx'
import { originWords, receivedWords, versionName } from './history-words.ts'

export function HistoryTab({ itemId, version }: { itemId: string; version?: number | undefined }) {
  const query = useQuery(rpc.history.versions.queryOptions({ input: { itemId } }))
  const versions = query.data
  if (query.isError && !versions)
    return (
      <ErrorState
        title="The history cannot be shown"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!versions) return <Skeleton className="m-6 h-64" />
  const [current] = versions
  if (versions.length === 1 && current) {
    return (
      <EmptyState icon={History} title="One version so far">
        {current.receivedAt
          ? `Nothing of this item has changed since it came (${originWords(current.origin).toLowerCase()}, ${receivedWords(current)}).`
          : 'This item came before history was kept: when, and where from, is not known.'}{' '}
        From its first change on, what it was before is kept here.
      </EmptyState>
    )
  }
  return <Versions key={versions.length} itemId={itemId} versions={versions} start={version} />
}

function Versions({
  itemId,
  versions,
  start,
}: {
  itemId: string
  versions: readonly ItemVersion[]
  start: number | undefined
}) {
  const newest = versions.length
  const first = start !== undefined && start >= 2 && start <= newest ? start : newest
  const [chosen, setChosen] = useState({ earlier: first - 1, later: first })
  // Whichever is chosen last may be the older one: the earlier always stands first.
  const choose = (one: number, other: number) =>
    setChosen({ earlier: Math.min(one, other), later: Math.max(one, other) })
  const find = (number: number) => versions.find((version) => version.number === number)
  const earlier = find(chosen.earlier)
  const later = find(chosen.later)
  const options = versions.map((version) => ({
    value: String(version.number),
    label: `${versionName(version)}, ${receivedWords(version)}`,
  }))
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-4 p-6 @3xl:grid-cols-[15rem_minmax(0,1fr)] @3xl:gap-6">
        <VersionTimeline
          versions={versions}
          {...chosen}
          onChoose={({ number }) => choose(number === 1 ? 2 : number - 1, number)}
        />
        <div className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-end gap-3">
            <Select
              label="Compare"
              className="w-72"
              options={options}
              value={String(chosen.earlier)}
              onValueChange={(value) => choose(Number(value), chosen.later)}
            />
            <Select
              label="with"
              className="w-72"
              options={options}
              value={String(chosen.later)}
              onValueChange={(value) => choose(chosen.earlier, Number(value))}
            />
            {!later?.isCurrent && (
              <Button onClick={() => choose(chosen.earlier, newest)}>
                Compare version {chosen.earlier} with now to restore
              </Button>
            )}
          </div>
          {earlier && later && (
            <Comparison
              key={`${chosen.earlier} ${chosen.later}`}
              itemId={itemId}
              earlier={earlier}
              later={later}
            />
          )}
        </div>
      </div>
    </div>
  )
}
