import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { format } from 'date-fns'
import { errorStatuses } from '../../../../src-shared/api/endpoint.ts'
import { appUserAgent, type LoggedRequest } from '../../../../src-shared/local-api/model.ts'
import { selectedClass } from '../../../ui/selected-class.ts'
import { byteSize, oneDigit, wholeNumber } from '../../../ui/text/words.ts'
import { ColumnHeader, GridCell, GridRow } from '../../catalog/list/grid-parts.tsx'

export const rowHeight = 28
export const headerHeight = 32
/**
 * Columns of rows and header. The user's column is shown only in wide windows; in narrow ones the path needs
 * its space.
 */
const columns =
  'grid grid-cols-[4.5rem_3.5rem_minmax(0,1fr)_3.5rem_4.5rem_4.5rem] md:grid-cols-[4.5rem_3.5rem_minmax(0,2fr)_3.5rem_4.5rem_4.5rem_minmax(5rem,1fr)] gap-x-3 px-6'
const inWideWindows = 'max-md:hidden'

const headings = [
  { label: t`Time` },
  { label: t`Method` },
  { label: t`Path` },
  { label: t`Status` },
  { label: t`Duration`, right: true },
  { label: t`Size`, right: true },
  { label: t`User`, wide: true },
]

export const RequestHeader = () => (
  <GridRow
    aria-rowindex={1}
    style={{ height: headerHeight }}
    className={clsx(
      columns,
      'sticky top-0 z-10 items-center border-b border-line bg-surface text-xs font-medium text-ink-faint',
    )}
  >
    {headings.map(({ label, right, wide }) => (
      <ColumnHeader key={label} className={clsx(right && 'text-end', wide && inWideWindows)}>
        {label}
      </ColumnHeader>
    ))}
  </GridRow>
)

/** For example `0.8 ms`, `12 ms` or `3.2 s`. */
export const duration = (milliseconds: number): string =>
  milliseconds >= 1000
    ? `${oneDigit(milliseconds / 1000)} s`
    : milliseconds < 10
      ? t`${oneDigit(milliseconds)} ms`
      : t`${wholeNumber(Math.round(milliseconds))} ms`

interface RequestRowProps {
  id: string
  index: number
  top: number
  request: LoggedRequest
  active: boolean
  open: boolean
  onOpen: () => void
}

export const RequestRow = ({ id, index, top, request, active, open, onOpen }: RequestRowProps) => (
  <GridRow
    id={id}
    aria-rowindex={index + 2}
    aria-selected={open}
    onClick={onOpen}
    style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    className={clsx(
      columns,
      'absolute inset-x-0 top-0 cursor-default items-center border-b border-line/60 text-xs',
      open ? selectedClass : 'hover:bg-hover',
      active &&
        'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-focus',
    )}
  >
    <GridCell className="tabular text-ink-faint">{format(request.at, 'HH:mm:ss')}</GridCell>
    <GridCell className="font-mono text-ink-soft">{request.method}</GridCell>
    <GridCell className="truncate font-mono" title={request.target}>
      {request.target}
    </GridCell>
    <GridCell>
      <StatusCode status={request.status} />
    </GridCell>
    <GridCell className="tabular text-end text-ink-soft">{duration(request.milliseconds)}</GridCell>
    <GridCell className="tabular text-end text-ink-soft">{byteSize(request.bytes)}</GridCell>
    <GridCell
      className={clsx('truncate', inWideWindows, request.username ? 'text-ink-soft' : 'text-ink-faint')}
    >
      {request.username ?? '–'}
      {request.client === appUserAgent && (
        <span className="text-ink-faint">
          <Trans>, from this app</Trans>
        </span>
      )}
    </GridCell>
  </GridRow>
)

const toneOf = (status: number): string => {
  if (status === 0 || status >= 500) return 'text-bad'
  if (status >= 400) return 'text-warn'
  return status >= 300 ? 'text-ink-soft' : 'text-good'
}

/** The status of an answer in its colour. A connection that was cut has no status. */
export const StatusCode = ({ status }: { status: number }) => (
  <span className={clsx('tabular text-xs font-semibold', toneOf(status))}>
    {status === 0 ? t({ message: 'cut', context: 'instead of a status' }) : status}
  </span>
)

/** The title of a status; '' for a status that the service does not use. */
export const statusTitle = (status: number): string =>
  status === 200
    ? 'OK'
    : (Object.entries(errorStatuses).find(([known]) => Number(known) === status)?.[1].title ?? '')
