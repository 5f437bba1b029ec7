import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, FileDiff } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { differenceKey } from '../../../src-shared/history/diff.ts'
import type { ChangedItem, ItemOrigin } from '../../../src-shared/history/model.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { NameCell, Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { dateAndTime } from '../../ui/text/words.ts'
import { useDifferences } from '../item/history/history-comparison.tsx'
import { DifferenceRow } from '../item/history/history-difference.tsx'
import { fieldName, isStamp } from '../item/history/history-text.ts'
import { type ChangesQuery, changeKindWords, originScreens } from './changes-query.ts'
import { pageSize, useChanges } from './use-changes.ts'

/** One page of the items that a run, a feed or an import changed. */
export function ChangesList({
  origin,
  query,
  onPage,
}: {
  origin: ItemOrigin
  query: ChangesQuery
  onPage: (page: number) => void
}) {
  const changes = useChanges(origin, query)
  if (changes.isError && !changes.data)
    return (
      <ErrorState
        title={t`The changes cannot be shown`}
        error={changes.error}
        onRetry={() => void changes.refetch()}
      />
    )
  if (!changes.data) return <Skeleton className="m-4 h-64" />
  const { total, offset, rows } = changes.data
  if (total === 0) return <NoChanges origin={origin} query={query} />
  return (
    <div aria-busy={changes.isPlaceholderData || undefined}>
      <Table
        label={t`Changed items`}
        className="border-t border-line"
        columns={[
          {
            label: (
              <span className="sr-only">
                <Trans>Values</Trans>
              </span>
            ),
            className: 'w-px pe-0!',
          },
          { label: t`Item`, className: 'w-2/5' },
          { label: t`What happened` },
          { label: t`Received`, className: 'text-end' },
        ]}
      >
        {rows.map((item) => (
          <ChangesRow key={`${item.kind} ${item.itemId} ${item.version}`} item={item} />
        ))}
      </Table>
      <Pager offset={offset} shown={rows.length} total={total} pageSize={pageSize} onPage={onPage} />
    </div>
  )
}

const noChanges: Record<ChangesQuery['kind'], { title: string; reason: (subject: string) => string }> = {
  all: {
    title: t`Nothing changed`,
    reason: (subject) => t`Everything ${subject} held was known already.`,
  },
  changed: {
    title: t`No item changed`,
    reason: (subject) => t`Everything ${subject} held was known already, or new.`,
  },
  created: {
    title: t`No item is new`,
    reason: (subject) => t`Every item ${subject} held was known already.`,
  },
  gone: {
    title: t`Every item is still listed`,
    reason: () => t`Only a complete full sync can detect that an item is no longer listed.`,
  },
}

function NoChanges({ origin, query: { kind, field, text } }: { origin: ItemOrigin; query: ChangesQuery }) {
  const { subject } = originScreens[origin.kind]
  if (text !== '' || field !== '')
    return (
      <EmptyState icon={FileDiff} title={t`Nothing matches`}>
        <Trans>
          No item that {subject} held has all of these words and this field. Search for fewer words, or choose
          another field.
        </Trans>
      </EmptyState>
    )
  const { title, reason } = noChanges[kind]
  return (
    <EmptyState icon={FileDiff} title={title}>
      {reason(subject)}
    </EmptyState>
  )
}

/** Maximum number of field names in a row; the rest is shown as a count. */
const maxFields = 4

/** One item that is new, changed or no longer listed. A changed item can be expanded to show its values. */
function ChangesRow({ item }: { item: ChangedItem }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const name = item.name || t`Item ${item.itemId}`
  const isChanged = item.kind === 'changed'
  const history = !isChanged ? '' : `?tab=history&version=${item.version}`
  return (
    <>
      <TableRow className={isOpen ? 'border-b-0' : undefined}>
        <TableCell className="w-px pe-0!">
          {isChanged && (
            <Button
              variant="ghost"
              size="small"
              aria-label={t`Show the values of ${name}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? details : undefined}
              onClick={() => setOpen(!isOpen)}
              className="w-7 px-0!"
            >
              <ChevronRight className={isOpen ? 'size-4 rotate-90' : 'size-4'} aria-hidden />
            </Button>
          )}
        </TableCell>
        <NameCell>
          <Link
            href={`/catalog/${encodeURIComponent(item.itemId)}${history}`}
            title={name}
            className="block truncate font-medium hover:underline"
          >
            {name}
          </Link>
          <span className="tabular block truncate text-xs text-ink-faint">
            {[item.brand, item.code].filter(Boolean).join(' · ')}
          </span>
        </NameCell>
        <TableCell>
          {isChanged ? (
            <FieldBadges fields={item.fields} />
          ) : (
            <Badge tone={changeKindWords[item.kind].tone}>{changeKindWords[item.kind].label}</Badge>
          )}
        </TableCell>
        <TableCell className="tabular w-40 text-end whitespace-nowrap text-ink-soft">
          {dateAndTime(item.receivedAt)}
        </TableCell>
      </TableRow>
      {isOpen && (
        <TableRow>
          <TableCell colSpan={4} className="p-0!">
            <div id={details} className="@container border-t border-line bg-surface ps-8">
              <Values item={item} />
            </div>
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

function FieldBadges({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0)
    return (
      <span className="text-xs text-ink-faint">
        <Trans>Only the layout of the XML differs</Trans>
      </span>
    )
  const contentFields = fields.filter((field) => !isStamp(field))
  const names = [...new Set((contentFields.length > 0 ? contentFields : fields).map(fieldName))]
  const more = names.slice(maxFields)
  return (
    <span className="flex flex-wrap gap-1">
      {names.slice(0, maxFields).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {more.length > 0 && (
        <span className="text-xs leading-5 text-ink-faint">
          <Trans>and {more.length} more</Trans>
        </span>
      )}
    </span>
  )
}

function Values({ item: { itemId, version } }: { item: ChangedItem }) {
  const { differences, failed, isUnreadable } = useDifferences(itemId, version - 1, version)
  if (failed || isUnreadable) {
    const error = failed?.error ?? new Error(t`One of the two versions is not well-formed.`)
    return <ErrorState title={t`The values cannot be shown`} error={error} />
  }
  if (!differences) return <Skeleton className="m-4 h-24" />
  if (differences.length === 0)
    return (
      <p className="px-4 py-3 text-sm text-ink-soft">
        <Trans>No value differs, only the layout of the XML.</Trans>
      </p>
    )
  return (
    <ul aria-label={t`What differs`}>
      {differences.map((difference) => (
        <DifferenceRow key={differenceKey(difference)} difference={difference} />
      ))}
    </ul>
  )
}
