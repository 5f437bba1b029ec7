import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CatalogScores,
  mostCounted,
  type StoredProfile,
} from '../../../src-shared/completeness/model.ts'
import { shownName } from '../../../src-shared/completeness/shipped-words.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ScoreBar } from '../../ui/completeness.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { relativeTime, wholeNumber } from '../../ui/text/words.ts'

/** While a count goes on it is asked after so often, in milliseconds: it writes nothing that would tell of it. */
const askEvery = 500

/** The catalog by one profile: which brands and retailers do well, and what is missing most often. */
export function CatalogScoresDialog({ stored, onClose }: { stored: StoredProfile; onClose: () => void }) {
  const queries = useQueryClient()
  const input = { profileId: stored.id }
  const { data: scores } = useQuery(
    rpc.completeness.scores.queryOptions({
      input,
      refetchOnMount: 'always',
      refetchInterval: ({ state: { data } }) => (data?.state === 'counting' ? askEvery : false),
    }),
  )
  const answered = {
    onSuccess: (next: CatalogScores | null) =>
      void queries.setQueryData(rpc.completeness.scores.queryKey({ input }), next),
    onError: (error: unknown) => void toast.failed(t`The scores could not be counted`, error),
  }
  const count = useMutation(rpc.completeness.count.mutationOptions(answered))
  const stop = useMutation(rpc.completeness.stop.mutationOptions(answered))
  const isCounting = scores?.state === 'counting'
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={shownName(stored.id, stored.profile.name)}
      description={t`The scores of the catalog by this profile.`}
      width="large"
      actions={
        isCounting ? (
          <Button busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <>
            {scores && scores.counted < scores.total && (
              <Button busy={count.isPending} onClick={() => count.mutate({ ...input, all: true })}>
                <Trans>Count all {wholeNumber(scores.total)}</Trans>
              </Button>
            )}
            <Button variant="primary" busy={count.isPending} onClick={() => count.mutate(input)}>
              {scores ? t`Count again` : t`Count the scores`}
            </Button>
          </>
        )
      }
    >
      {scores ? (
        <Counted scores={scores} />
      ) : (
        <p className="text-sm text-ink-soft">
          <Trans>
            Nothing is counted yet. It goes on in the background, item by item; of a very large catalog, the
            first {wholeNumber(mostCounted)} items unless you ask for all.
          </Trans>
        </p>
      )}
    </Dialog>
  )
}

function Counted({ scores }: { scores: CatalogScores }) {
  const { state, counted: done, total, complete, score, isOutOfDate, startedAt, note } = scores
  const isCounting = state === 'counting'
  const words = t`${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`
  const found = plural(complete, { one: '# complete', other: '# complete' })
  const when = relativeTime(startedAt)
  return (
    <div className="flex flex-col gap-4">
      {state === 'failed' && (
        <Notice tone="bad" title={t`The count could not be finished`}>
          {note}
        </Notice>
      )}
      {isCounting && (
        <ProgressBar value={total > 0 ? done / total : null} label={t`Counting the scores`} detail={words} />
      )}
      <div>
        <ScoreBar score={score} label={t`Mean completeness`} className="max-w-96" />
        <p className="mt-1 text-xs text-ink-soft" role="status">
          {isCounting ? t`Counting: ${words}, ${found}.` : t`Counted ${words} ${when}, ${found}.`}
          {!isCounting && done < total && t` The others are not in these figures.`}
          {isOutOfDate && t` Items have changed since.`}
        </p>
      </div>
      <ScoreTabs scores={scores} />
    </div>
  )
}

function ScoreTabs({ scores }: { scores: CatalogScores }) {
  const [tab, setTab] = useState<'lacked' | 'brands' | 'retailers'>('lacked')
  return (
    <Tabs
      label={t`Scores`}
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'lacked', label: t`Most often missing`, panel: <Lacked scores={scores} /> },
        {
          value: 'brands',
          label: t`Brands`,
          count: scores.brandCount,
          panel: (
            <Groups
              label={t`Brands`}
              groups={scores.brands}
              of={scores.brandCount}
              whenEmpty={t`None are counted.`}
            />
          ),
        },
        {
          value: 'retailers',
          label: t`Retailers`,
          count: scores.retailerCount,
          panel: (
            <Groups
              label={t`Retailers`}
              groups={scores.retailers}
              of={scores.retailerCount}
              whenEmpty={t`No content for retailers is kept here, so that no item is known to be for one.`}
            />
          ),
        },
      ]}
    />
  )
}

function Lacked({ scores: { lacked } }: { scores: CatalogScores }) {
  if (lacked.length === 0)
    return (
      <p className="py-3 text-sm text-ink-soft">
        <Trans>Nothing is missing.</Trans>
      </p>
    )
  return (
    <Table
      label={t`Most often missing`}
      columns={[{ label: t`Field` }, { label: t`Need` }, { label: t`Items without it`, numeric: true }]}
    >
      {lacked.map(({ label, kind, items }) => (
        <TableRow key={`${kind} ${label}`}>
          <TableCell>{label}</TableCell>
          <TableCell>
            <Badge tone={kind === 'required' ? 'warn' : 'neutral'}>
              {kind === 'required' ? t`Required` : t`Wished`}
            </Badge>
          </TableCell>
          <TableCell numeric>{wholeNumber(items)}</TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

function Groups({
  label,
  groups,
  of,
  whenEmpty,
}: {
  label: string
  groups: CatalogScores['brands']
  of: number
  whenEmpty: string
}) {
  if (groups.length === 0) return <p className="py-3 text-sm text-ink-soft">{whenEmpty}</p>
  return (
    <>
      <Table
        label={label}
        columns={[
          { label: t`Name` },
          { label: t`Items`, numeric: true },
          { label: t`Complete`, numeric: true },
          { label: t`Mean score`, className: 'w-56' },
        ]}
      >
        {groups.map(({ id, name, items, complete, score }) => (
          <TableRow key={id}>
            <TableCell>{name || t`Without a name`}</TableCell>
            <TableCell numeric>{wholeNumber(items)}</TableCell>
            <TableCell numeric>{wholeNumber(complete)}</TableCell>
            <TableCell>
              <ScoreBar score={score} label={t`Mean score of ${name || t`those without a name`}`} />
            </TableCell>
          </TableRow>
        ))}
      </Table>
      {of > groups.length && (
        <p className="py-2 text-xs text-ink-faint">
          <Trans>
            The {wholeNumber(groups.length)} with the most items, of {wholeNumber(of)}.
          </Trans>
        </p>
      )}
    </>
  )
}
