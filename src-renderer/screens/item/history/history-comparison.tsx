import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { type Difference, diff, differenceKey } from '../../../../src-shared/history/diff.ts'
import type { ItemVersion } from '../../../../src-shared/history/model.ts'
import { isRestorable, type RestoreKind } from '../../../../src-shared/history/restore.ts'
import { spoken } from '../../../../src-shared/texts/spoken.ts'
import { type Item, item as itemDescription } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { RecordFields } from '../record-fields.tsx'
import { DifferenceRow } from './history-difference.tsx'
import { isStamp, versionName } from './history-text.ts'

/** Loads and parses one version of an item. */
function useVersion(itemId: string, number: number) {
  const query = useQuery(rpc.history.version.queryOptions({ input: { itemId, number } }))
  const value = useMemo(
    () =>
      query.data && {
        item: parseElement(itemDescription, query.data.xml, { namespace: query.data.namespace }).value,
      },
    [query.data],
  )
  return { query, value }
}

/** The differences between two versions. The timestamps that the service writes on every change are last. */
export function useDifferences(itemId: string, earlier: number, later: number) {
  const one = useVersion(itemId, earlier)
  const other = useVersion(itemId, later)
  const before = one.value?.item
  const after = other.value?.item
  const differences = useMemo(() => {
    if (!before || !after) return undefined
    const all = diff(itemDescription, before, after)
    return [...all.filter(({ field }) => !isStamp(field)), ...all.filter(({ field }) => isStamp(field))]
  }, [before, after])
  const failed = [one, other].find(({ query }) => query.isError)?.query
  const isUnreadable = [one, other].some(({ value }) => value && !value.item)
  return { differences, after, failed, isUnreadable }
}

interface ComparisonProps {
  itemId: string
  earlier: ItemVersion
  later: ItemVersion
}

/** Compares two versions field by field. Values of an earlier version can be restored in a draft. */
export function Comparison({ itemId, earlier, later }: ComparisonProps) {
  const { differences, after, failed, isUnreadable } = useDifferences(itemId, earlier.number, later.number)
  const [onlyChanged, setOnlyChanged] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (failed)
    return (
      <ErrorState
        title={t`The versions cannot be compared`}
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    )
  if (isUnreadable)
    return (
      <ErrorState
        title={t`The versions cannot be compared`}
        error={new Error(t`One of the two versions is not well-formed.`)}
      />
    )
  if (!differences || !after) return <Skeleton className="h-40 w-full" />
  const isRestoreMode = later.isCurrent && !earlier.isCurrent
  const checkboxOf = (difference: Difference) => {
    if (!isRestoreMode || !isRestorable('refresh', difference)) return undefined
    const key = differenceKey(difference)
    return {
      checked: chosen.has(key),
      onCheckedChange: (checked: boolean) =>
        setChosen(new Set(checked ? [...chosen, key] : [...chosen].filter((other) => other !== key))),
    }
  }
  return (
    <section
      aria-labelledby="comparison-title"
      className="@container rounded-lg border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 id="comparison-title" className="text-sm font-semibold">
          <Trans>
            {versionName(earlier)} compared with {spoken(versionName(later))}
          </Trans>
        </h2>
        <p role="status" className="text-sm text-ink-soft">
          {differences.length === 0
            ? t`Nothing differs`
            : plural(differences.length, { one: '# value differs', other: '# values differ' })}
        </p>
        <span className="flex-1" />
        <Checkbox label={t`Only what changed`} checked={onlyChanged} onCheckedChange={setOnlyChanged} />
      </header>
      {differences.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-soft">
          <Trans>
            The versions have the same values. Their XML may differ in white space, element order or URL
            signatures.
          </Trans>
        </p>
      ) : (
        <ul aria-label={t`What differs`}>
          {differences.map((difference) => (
            <DifferenceRow
              key={differenceKey(difference)}
              difference={difference}
              choice={checkboxOf(difference)}
            />
          ))}
        </ul>
      )}
      {!onlyChanged && <Unchanged item={after} differences={differences} />}
      {isRestoreMode && differences.some(checkboxOf) && (
        <RestoreBar
          itemId={itemId}
          version={earlier}
          chosen={differences.filter((difference) => chosen.has(differenceKey(difference)))}
        />
      )}
    </section>
  )
}

/** The members of the later version without a difference. */
function Unchanged({ item, differences }: { item: Item; differences: readonly Difference[] }) {
  const changedKeys = new Set(differences.map(({ laterAt }) => String(laterAt.steps[0])))
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-2 text-xs font-semibold text-ink-soft">
        <Trans>Unchanged</Trans>
      </h3>
      <RecordFields group={itemDescription} value={item} except={[...changedKeys]} />
    </div>
  )
}

/** Buttons that create a draft of the current item with the selected values of an earlier version. */
function RestoreBar({
  itemId,
  version,
  chosen,
}: {
  itemId: string
  version: ItemVersion
  chosen: readonly Difference[]
}) {
  const [, navigate] = useLocation()
  const restore = useMutation(
    rpc.history.restore.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  const canRestore = (kind: RestoreKind) =>
    chosen.length > 0 && chosen.every((difference) => isRestorable(kind, difference))
  const start = (kind: RestoreKind) =>
    restore.mutate({ itemId, number: version.number, kind, differences: chosen.map(differenceKey) })
  return (
    <footer className="bottom-0 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-2.5 tall:sticky">
      <p role="status" className="min-w-40 flex-1 basis-40 text-sm text-ink-soft">
        {chosen.length === 0
          ? t`Tick values of version ${version.number} to put them back with a feed.`
          : t`${plural(chosen.length, { one: '# value', other: '# values' })} of version ${version.number} to put back`}
      </p>
      {chosen.length > 0 && !canRestore('update') && (
        <p className="text-xs text-ink-faint">
          <Trans>An update carries the e-commerce description only.</Trans>
        </p>
      )}
      <Button
        size="small"
        disabled={!canRestore('update')}
        busy={restore.isPending}
        onClick={() => start('update')}
      >
        <Trans>Restore in an update</Trans>
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={<Undo2 className="size-3.5" aria-hidden />}
        disabled={!canRestore('refresh')}
        busy={restore.isPending}
        onClick={() => start('refresh')}
      >
        <Trans>Restore in a refresh</Trans>
      </Button>
    </footer>
  )
}
