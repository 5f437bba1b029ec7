import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import {
  type FeedItem,
  type FeedItems,
  type Verdict,
  verdicts,
} from '../../../../../src-shared/feeds/outbox/model.ts'
import {
  fieldWords,
  resultLabel,
  verdictLabels,
} from '../../../../../src-shared/feeds/outbox/result-words.ts'
import type { Problem } from '../../../../../src-shared/problem.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { Pager } from '../../../../ui/layout/pager.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { NameCell, RowLink, Table, TableCell, TableRow } from '../../../../ui/layout/table.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { Thumbnail } from '../../../../ui/thumbnail.tsx'

const tones: Record<Verdict, Tone> = { refused: 'bad', none: 'warn', open: 'accent', accepted: 'good' }
/** Number of rows per page. A page is refetched when its data changes. */
const pageSize = 50

/** Results of the items of a feed or a batch, rejected ones first. Each row links to its product. */
export function ItemResults({ id, kind }: { id: string; kind: FeedKind }) {
  const [page, setPage] = useState(1)
  const [verdict, setVerdict] = useState<Verdict>()
  const items = useQuery(
    rpc.outbox.items.queryOptions({
      input: { id, verdict, offset: (page - 1) * pageSize, limit: pageSize },
      placeholderData: keepPreviousData,
    }),
  )
  if (items.isError && !items.data)
    return (
      <ErrorState
        title={t`The items cannot be shown`}
        error={items.error}
        onRetry={() => void items.refetch()}
      />
    )
  if (!items.data) return <Skeleton className="m-4 h-40" />
  const { total, offset, counts } = items.data
  const present = verdicts.filter((one) => counts[one] > 0)
  return (
    <div aria-busy={items.isPlaceholderData || undefined}>
      {(present.length > 1 || verdict !== undefined) && (
        <div className="border-b border-line px-4 py-3">
          <Segmented
            label={t`Show items`}
            labelHidden
            value={verdict ?? 'all'}
            onValueChange={(next) => {
              setVerdict(next === 'all' ? undefined : next)
              setPage(1)
            }}
            options={[
              { value: 'all', label: t`All ${wholeNumber(sumOf(counts))}` },
              ...present.map((one) => ({
                value: one,
                label: `${verdictLabels[one]} ${wholeNumber(counts[one])}`,
              })),
            ]}
          />
        </div>
      )}
      <ResultTable items={items.data.items} kind={kind} />
      {total > pageSize && (
        <Pager
          offset={offset}
          shown={items.data.items.length}
          total={total}
          pageSize={pageSize}
          onPage={setPage}
        />
      )}
    </div>
  )
}

const sumOf = (counts: FeedItems['counts']): number => verdicts.reduce((sum, one) => sum + counts[one], 0)

function ResultTable({ items, kind }: { items: readonly FeedItem[]; kind: FeedKind }) {
  // Without rejected items or problems, the column of messages is omitted and the names get its space.
  const hasReasons = items.some(({ problems, verdict }) => problems.length > 0 || verdict === 'refused')
  return (
    <Table
      label={t`Items and their results`}
      columns={[
        {
          label: (
            <span className="sr-only">
              <Trans>Picture</Trans>
            </span>
          ),
          className: 'w-14',
        },
        { label: t`Product` },
        { label: t`Result`, className: 'w-36' },
        ...(hasReasons ? [{ label: t`What the service says`, className: 'w-2/5' }] : []),
      ]}
    >
      {items.map((item) => (
        <TableRow key={`${item.feed} ${item.position}`}>
          <TableCell className="align-top">
            <Thumbnail url={item.thumbnail} placeholder={item.placeholder} className="size-9" />
          </TableCell>
          <NameCell className="align-top">
            <RowLink href={hrefOf(item)}>{item.name || item.code || t`Item ${item.position + 1}`}</RowLink>
            <span className="tabular block truncate text-xs text-ink-faint">
              {[item.brand, item.name && item.code, item.draft && t`being fixed in a draft`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </NameCell>
          <TableCell className="align-top">
            <Badge tone={tones[item.verdict]}>{resultLabel(item)}</Badge>
          </TableCell>
          {hasReasons && (
            <TableCell className="align-top">
              <ServiceMessage item={item} kind={kind} />
            </TableCell>
          )}
        </TableRow>
      ))}
    </Table>
  )
}

/**
 * Link to the draft in which a rejected item is fixed, else to the item in the catalog, else to the item in
 * the sent feed.
 */
const hrefOf = ({ feed, position, itemId, draft }: FeedItem): string =>
  draft
    ? `/feeds/${draft.id}?item=${draft.key}`
    : itemId !== undefined
      ? `/catalog/${encodeURIComponent(itemId)}`
      : `/outbox/${feed}?item=${position + 1}`

function ServiceMessage({ item: { problems, verdict }, kind }: { item: FeedItem; kind: FeedKind }) {
  if (problems.length > 0) return <ProblemList problems={problems} kind={kind} />
  return verdict === 'refused' ? (
    <span className="text-ink-soft">
      <Trans>It gave no reason.</Trans>
    </span>
  ) : null
}

export function ProblemList({ problems, kind }: { problems: readonly Problem[]; kind: FeedKind }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.path} ${problem.message}`}>
          <p className="break-words">{problem.message}</p>
          <p
            className="text-xs break-words text-ink-faint"
            title={[problem.code, problem.path].filter(Boolean).join(' · ')}
          >
            {fieldWords(kind, problem.path)}
          </p>
        </li>
      ))}
    </ul>
  )
}
