import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AlikeValues, Cluster } from '../../src-shared/names/model.ts'
import { fold } from '../../src-shared/values/fold.ts'
import { client } from '../rpc/client.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/inputs/checkbox.tsx'
import { SearchField } from '../ui/inputs/field.tsx'
import { Segmented } from '../ui/inputs/segmented.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Pager } from '../ui/layout/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/layout/states.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { toast } from '../ui/overlays/toast.tsx'
import { wholeNumber } from '../ui/text/words.ts'
import { onCheckboxKeys } from './checkbox-keys.ts'
import { ClusterCard, foundText } from './cluster-card.tsx'
import { initialChoices, type Merge, type MergeChoices, mergesOf, withAll } from './merge-choices.ts'

interface MergeDialogProps {
  /** The column or the kind of name. */
  of: string
  /** Kind of the decisions to remember: see `nameKindOf`. */
  kind: string
  find: () => Promise<AlikeValues>
  /** Applies the merges. Returns false if that failed. */
  onMerge: (merges: Merge[]) => Promise<boolean> | boolean
  /** Whether the merges are remembered later, by the caller. */
  isRememberedLater?: boolean
  onClose: () => void
}

type Shown = 'all' | 'same' | 'near'
const pageSize = 200

/** Finds values that probably mean the same, and merges those that a person selects. */
export function MergeDialog({ of, kind, find, onMerge, isRememberedLater, onClose }: MergeDialogProps) {
  const found = useQuery({
    queryKey: ['alike-values', of, kind],
    queryFn: find,
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<{ data: AlikeValues; choices: MergeChoices }>()
  const [isRemembered, setRemembered] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const { data } = found
  const initial = useMemo(() => initialChoices(data?.clusters ?? []), [data])
  const choices = chosen && chosen.data === data ? chosen.choices : initial
  const merges = mergesOf(choices)
  const setChoices = (next: MergeChoices) => data && setChosen({ data, choices: next })
  const merge = async () => {
    if (merges.length === 0 || isBusy) return
    setBusy(true)
    const isDone = await onMerge(merges)
    if (isDone && isRemembered && !isRememberedLater)
      await client.names
        .remember({
          kind,
          decisions: merges
            .filter(({ from, to }) => from.length <= 1000 && to.length <= 1000)
            .map(({ from, to }) => ({ name: from, choice: { as: to } })),
        })
        .catch((error: unknown) => toast.failed(t`The merges are not remembered`, error))
    setBusy(false)
    if (isDone) onClose()
  }
  const forget = (names: string[]) =>
    void client.names.forget({ kind, names }).then(
      () => found.refetch(),
      (error: unknown) => toast.failed(t`The merges are still remembered`, error),
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="large"
      title={t`Merge alike values: ${of}`}
      description={data && foundText(data.distinct, data.clusters.length)}
      actions={
        <>
          {!isRememberedLater && (
            <span className="me-auto self-center">
              <Checkbox
                label={t`Remember for the next file and draft`}
                checked={isRemembered}
                onCheckedChange={setRemembered}
              />
            </span>
          )}
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={isBusy} disabled={merges.length === 0} onClick={() => void merge()}>
            {merges.length === 0
              ? t`Merge`
              : t`Merge ${plural(merges.length, { one: '# value', other: '# values' })}`}
          </Button>
        </>
      }
    >
      {found.isError ? (
        <ErrorState
          title={t`The values could not be compared`}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : data === undefined ? (
        <div role="status" aria-label={t`Comparing the values`} className="flex flex-col gap-4 py-4">
          {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      ) : data.clusters.length === 0 ? (
        <EmptyState title={t`No alike values`}>
          <Trans>No two values differ only in spelling.</Trans>
        </EmptyState>
      ) : (
        <Clusters
          data={data}
          choices={choices}
          onChoices={setChoices}
          onForget={forget}
          onConfirm={() => void merge()}
        />
      )}
    </Dialog>
  )
}

interface ClustersProps {
  data: AlikeValues
  choices: MergeChoices
  onChoices: (choices: MergeChoices) => void
  onForget: (names: string[]) => void
  onConfirm: () => void
}

const isSame = ({ values }: Cluster): boolean =>
  values.some(({ likeness }) => likeness === 'decided') ||
  values.filter(({ likeness }) => likeness === 'same').length > 1
const hasNear = ({ values }: Cluster): boolean => values.some(({ likeness }) => likeness === 'near')

/** The clusters that match the search, with the buttons that select many at once. */
function Clusters({ data, choices, onChoices, onForget, onConfirm }: ClustersProps) {
  const [shown, setShown] = useState<Shown>('all')
  const [text, setText] = useState('')
  const [offset, setOffset] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  // The dialog opens before the values are compared, and focuses a button of its footer until then.
  useEffect(() => search.current?.focus(), [])
  const folded = fold(text.trim())
  const clusters = data.clusters.filter(
    (cluster) =>
      (shown === 'all' || (shown === 'same' ? isSame(cluster) : hasNear(cluster))) &&
      (folded === '' || cluster.values.some((value) => fold(value.text).includes(folded))),
  )
  const page = clusters.slice(offset, offset + pageSize)
  const isAll = clusters.every((cluster) =>
    cluster.values.every((value) => choices.get(cluster)?.merged.has(value.text)),
  )
  const [same, near] = [data.clusters.filter(isSame).length, data.clusters.filter(hasNear).length]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the checkboxes inside
    <div className="flex flex-col gap-3" onKeyDown={(event) => onCheckboxKeys(event, onConfirm)}>
      <p className="text-sm text-ink-soft">
        <Trans>
          Selected: values that differ only in case, accents, spaces, punctuation or order of words. Look at
          similar ones before you select them.
        </Trans>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          ref={search}
          label={t`Find values`}
          placeholder={t`Find values`}
          value={text}
          onValueChange={(next) => {
            setText(next)
            setOffset(0)
          }}
          className="w-48"
        />
        <Segmented
          label={t`Groups`}
          labelHidden
          value={shown}
          onValueChange={(next) => {
            setShown(next)
            setOffset(0)
          }}
          options={[
            { value: 'all', label: t`All ${wholeNumber(data.clusters.length)}` },
            { value: 'same', label: t`The same ${wholeNumber(same)}` },
            { value: 'near', label: t`Similar ${wholeNumber(near)}` },
          ]}
        />
        <span className="flex-1" />
        <Button size="small" onClick={() => onChoices(withAll(choices, clusters, !isAll))}>
          {isAll ? t`Select none` : t`Select all`}
        </Button>
      </div>
      {data.isCut && (
        <Notice tone="warn" title={t`Not all values were compared`}>
          <Trans>
            The column has too many values, or too many with parts in common. Merge these, then look again.
          </Trans>
        </Notice>
      )}
      <div className="rounded-lg border border-line">
        {page.length === 0 ? (
          <p className="p-4 text-sm text-ink-soft">
            <Trans>No matches</Trans>
          </p>
        ) : (
          <ul aria-label={t`Groups of alike values`}>
            {page.map((cluster) => (
              <ClusterCard
                key={cluster.values[0]?.text}
                cluster={cluster}
                choices={choices}
                onChoices={onChoices}
                onForget={onForget}
              />
            ))}
          </ul>
        )}
        {clusters.length > pageSize && (
          <Pager
            offset={offset}
            shown={page.length}
            total={clusters.length}
            pageSize={pageSize}
            onPage={(number) => setOffset((number - 1) * pageSize)}
          />
        )}
      </div>
    </div>
  )
}
