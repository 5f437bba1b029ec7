import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ItemVersion } from '../../../../src-shared/history/model.ts'
import { spoken } from '../../../../src-shared/texts/spoken.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { selectedClass } from '../../../ui/selected-class.ts'
import { byteSize } from '../../../ui/text/words.ts'
import { changesHref } from '../../changes/changes-query.ts'
import { Comparison } from './history-comparison.tsx'
import { fieldName, isStamp, originText, receivedText, versionName } from './history-text.ts'

/**
 * The history of one item: its versions and a comparison of any two. The comparison starts with the newest
 * change, or with the version in the address (`?tab=history&version=3`).
 */

export function HistoryTab({ itemId, version }: { itemId: string; version?: number | undefined }) {
  const query = useQuery(rpc.history.versions.queryOptions({ input: { itemId } }))
  const versions = query.data
  if (query.isError && !versions)
    return (
      <ErrorState
        title={t`The history cannot be shown`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!versions) return <Skeleton className="m-6 h-64" />
  const [current] = versions
  if (versions.length === 1 && current) {
    return (
      <EmptyState icon={History} title={t`One version so far`}>
        <Trans>
          {current.receivedAt
            ? t`Nothing of this item has changed since it came (${spoken(originText(current.origin))}, ${receivedText(current)}).`
            : t`This item came before history was kept: when, and where from, is not known.`}{' '}
          Earlier versions are kept from its first change on.
        </Trans>
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
  // The earlier version always comes first, in whichever order the two were selected.
  const choose = (one: number, other: number) =>
    setChosen({ earlier: Math.min(one, other), later: Math.max(one, other) })
  const find = (number: number) => versions.find((version) => version.number === number)
  const earlier = find(chosen.earlier)
  const later = find(chosen.later)
  const options = versions.map((version) => ({
    value: String(version.number),
    label: `${versionName(version)}, ${receivedText(version)}`,
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
              label={t`Compare`}
              className="w-72"
              options={options}
              value={String(chosen.earlier)}
              onValueChange={(value) => choose(Number(value), chosen.later)}
            />
            <Select
              label={t`with`}
              className="w-72"
              options={options}
              value={String(chosen.later)}
              onValueChange={(value) => choose(chosen.earlier, Number(value))}
            />
            {!later?.isCurrent && (
              <Button onClick={() => choose(chosen.earlier, newest)}>
                <Trans>Compare version {chosen.earlier} with now to restore</Trans>
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

/** Maximum number of fields named per version. The others are counted. */
const maxFields = 3

/** All versions, newest first. Selecting one shows what it changed. */
function VersionTimeline({
  versions,
  earlier,
  later,
  onChoose,
}: {
  versions: readonly ItemVersion[]
  earlier: number
  later: number
  onChoose: (version: ItemVersion) => void
}) {
  return (
    <ol aria-label={t`Versions`} className="relative flex flex-col">
      {versions.map((version, index) => {
        const isShown = version.number === earlier || version.number === later
        return (
          <li key={version.number} className="relative pb-1 ps-6">
            {index < versions.length - 1 && (
              <span
                className="absolute top-4 bottom-[-0.75rem] start-[0.5625rem] w-px bg-line-strong"
                aria-hidden
              />
            )}
            <span
              className={clsx(
                'absolute top-3 start-1 size-3 rounded-full border-2',
                isShown ? 'border-accent bg-accent' : 'border-line-strong bg-canvas',
              )}
              aria-hidden
            />
            <button
              type="button"
              aria-pressed={version.number === later}
              onClick={() => onChoose(version)}
              className={clsx(
                'w-full rounded-md px-2 py-1.5 text-start',
                version.number === later ? selectedClass : 'hover:bg-hover',
              )}
            >
              <span className="block text-sm font-medium">{versionName(version)}</span>
              <span className="tabular block text-xs text-ink-soft">{receivedText(version)}</span>
              <span className="block text-xs text-ink-soft">{changeText(version)}</span>
            </button>
            <p className="tabular flex flex-wrap gap-x-2 px-2 text-2xs text-ink-faint">
              {version.origin ? (
                <Link href={changesHref(version.origin)} className="text-accent underline underline-offset-2">
                  {originText(version.origin)}
                </Link>
              ) : (
                <span>{originText(version.origin)}</span>
              )}
              <span title={t`Checksum of this version (SHA-256, first half): ${version.hash}`}>
                {byteSize(version.bytes)}
              </span>
            </p>
          </li>
        )
      })}
    </ol>
  )
}

function changeText({ number, fields }: ItemVersion): string {
  if (!fields) return number === 1 ? t`First version` : ''
  if (fields.length === 0) return t`Only the layout of the XML differs`
  const significant = fields.filter((field) => !isStamp(field))
  const names = [...new Set((significant.length > 0 ? significant : fields).map(fieldName))]
  const more = names.length - maxFields
  return names.slice(0, maxFields).join(' · ') + (more > 0 ? t` · ${more}\u00a0more` : '')
}
