import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { maxListed, type QualityRow } from '../../../src-shared/quality/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/layout/states.tsx'
import { ListSkeleton, NameCell, Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { dateOnly, wholeNumber } from '../../ui/text/words.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { DraftItems } from '../feeds/editor/items/draft-items.tsx'
import { useItemRowCommands } from '../item/use-item-row-commands.ts'
import { CountProgress } from './count-progress.tsx'
import { qualityHref } from './quality-url.ts'
import { useReport } from './use-report.ts'

const pageSize = 50

/** The items of a figure, each with its finding. */
export function FigureItems({
  figure,
  profileId,
  page,
}: {
  figure: string
  profileId: string | undefined
  page: number
}) {
  const [, navigate] = useLocation()
  // Updates do not change the record’s own fields.
  const bestKind = figure.startsWith('finding:') ? 'refresh' : undefined
  useItemRowCommands(bestKind)
  // The report request starts a count if there is none, so that a list opened by its URL has figures.
  const report = useReport(profileId)
  const { figures, counting } = report.data ?? {}
  const isFirstCount = counting !== undefined && figures?.endedAt === undefined
  const offset = (page - 1) * pageSize
  const list = useQuery(
    rpc.quality.list.queryOptions({
      input: { figure, profileId, offset, limit: pageSize },
      enabled: figures !== undefined && !isFirstCount,
      refetchOnMount: 'always',
      placeholderData: keepPreviousData,
    }),
  )
  const failed = [report, list].find(({ isError, data }) => isError && !data)
  const { refetch } = list
  const countedAt = figures?.endedAt
  useEffect(() => {
    if (countedAt !== undefined) void refetch()
  }, [countedAt, refetch])
  const { label, items = 0, listed = 0, rows = [] } = list.data ?? {}
  return (
    <Page
      header={
        <PageHeader
          back={{ href: qualityHref({ profileId }), label: t`Quality` }}
          title={label ?? t`Items`}
          description={list.data && plural(items, { one: '# item', other: '# items' })}
          actions={
            list.data && (
              <DraftItems
                label={label ?? ''}
                listed={listed}
                bestKind={bestKind}
                idsOf={(limit) => client.quality.ids({ figure, profileId, limit })}
              />
            )
          }
        />
      }
    >
      {failed ? (
        <ErrorState
          title={t`The items cannot be shown`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : !list.data ? (
        <>
          {counting && <CountProgress counting={counting} />}
          <ListSkeleton />
        </>
      ) : rows.length === 0 ? (
        <EmptyState
          icon={CheckCheck}
          title={t`No items here`}
          action={
            <ButtonLink href={qualityHref({ profileId })}>
              <Trans>To the other figures</Trans>
            </ButtonLink>
          }
        >
          <Trans>By the last count, this figure has no item any more.</Trans>
        </EmptyState>
      ) : (
        <Panel flush>
          <ItemTable rows={rows} label={label ?? t`Items`} />
          {items > listed && (
            <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
              <Trans>
                The first {wholeNumber(listed)} of <Plural value={items} one="# item" other="# items" />: a
                list has {wholeNumber(maxListed)} at most.
              </Trans>
            </p>
          )}
          {listed > pageSize && (
            <Pager
              offset={offset}
              shown={rows.length}
              total={listed}
              pageSize={pageSize}
              onPage={(next) => navigate(qualityHref({ figure, profileId, page: next }))}
            />
          )}
        </Panel>
      )}
    </Page>
  )
}

function ItemTable({ rows, label }: { rows: readonly QualityRow[]; label: string }) {
  const pictures = useQuery(
    rpc.catalog.pictures.queryOptions({ input: { wanted: rows.map(({ id }) => ({ id, urls: [] })) } }),
  ).data
  const hasDetails = rows.some(({ detail }) => detail !== '')
  return (
    <Table
      label={label}
      columns={[
        { label: t`Item`, className: hasDetails ? 'w-2/5' : 'w-3/5' },
        ...(hasDetails ? [{ label: t`What was found` }] : [{ label: t`Brand` }]),
        { label: t`Last updated`, numeric: true },
      ]}
    >
      {rows.map(({ id, name, brand, code, lastUpdated, detail }, index) => (
        <TableRow key={id}>
          <NameCell>
            <span className="flex items-center gap-3">
              <Thumbnail
                url={pictures?.[index]?.thumbnail}
                placeholder={pictures?.[index]?.placeholder}
                className="size-9"
              />
              <span className="min-w-0">
                <Link
                  href={`/catalog/${encodeURIComponent(id)}`}
                  className="block truncate font-medium hover:underline"
                >
                  {name || t`No name`}
                </Link>
                <span className="tabular block truncate text-xs text-ink-faint">
                  {[hasDetails && brand, code].filter(Boolean).join(' · ')}
                </span>
              </span>
            </span>
          </NameCell>
          <TableCell className="text-ink-soft">{hasDetails ? detail : brand}</TableCell>
          <TableCell numeric className="whitespace-nowrap text-ink-faint">
            {lastUpdated && dateOnly(lastUpdated)}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
