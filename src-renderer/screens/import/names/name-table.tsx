import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { NameChoice, NameContext } from '../../../../src-shared/import/names.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Table, TableCell, TableRow } from '../../../ui/layout/table.tsx'
import { isTyping, Kbd } from '../../../ui/text/keys.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import { MatchBadge } from './accept-dialog.tsx'
import { NameInput } from './name-input.tsx'
import { isAcceptable, type NameRow } from './name-rows.ts'

const pageSize = 200

interface NameTableProps {
  label: string
  rows: readonly NameRow[]
  offset: number
  onOffset: (offset: number) => void
  place: NameContext
  onAccept: (row: NameRow) => void
  onChoice: (row: NameRow, choice: NameChoice | undefined) => void
}

/** The names with what becomes of each. One row can be focused; keys move between rows and act on it. */
export function NameTable({ label, rows, offset, onOffset, place, onAccept, onChoice }: NameTableProps) {
  const [active, setActive] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const page = rows.slice(offset, offset + pageSize)
  const current = Math.min(active, page.length - 1)
  const focus = (index: number) =>
    body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus()
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof HTMLTableRowElement)) return
    const index = Number(event.target.dataset['index'])
    const row = page[index]
    if (!row) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(index + 1),
      j: () => focus(index + 1),
      ArrowUp: () => focus(index - 1),
      k: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(page.length - 1),
      a: () => {
        if (isAcceptable(row)) onAccept(row)
      },
      Delete: () => {
        if (row.choice !== undefined) onChoice(row, undefined)
      },
      Enter: () => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] input`)?.focus(),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the focused row inside
    <div ref={body} className="overflow-hidden rounded-lg border border-line" onKeyDown={onKey}>
      <Table
        label={label}
        className="min-w-3xl table-fixed"
        columns={[
          { label: t`Name` },
          { label: t`Values`, numeric: true, className: 'w-20' },
          { label: t`Column`, className: 'w-36' },
          { label: t`Match`, className: 'w-64' },
          { label: t`Becomes`, className: 'w-72' },
        ]}
      >
        {page.map((row, index) => (
          <NameTableRow
            key={row.name}
            row={row}
            index={index}
            isActive={index === current}
            place={place}
            onActive={setActive}
            onAccept={onAccept}
            onChoice={onChoice}
          />
        ))}
      </Table>
      {page.length === 0 && (
        <p className="p-4 text-sm text-ink-soft">
          <Trans>No matches</Trans>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5 text-xs text-ink-faint">
        <Hint keys={['↑', '↓']} words={t`next name`} />
        <Hint keys={['A']} words={t`accept its match`} />
        <Hint keys={['Enter']} words={t`choose`} />
        <Hint keys={['Delete']} words={t`without a choice`} />
        <Hint keys={['Mod', 'Z']} words={t`undo`} />
      </p>
      {rows.length > pageSize && (
        <Pager
          offset={offset}
          shown={page.length}
          total={rows.length}
          pageSize={pageSize}
          onPage={(number) => {
            onOffset((number - 1) * pageSize)
            setActive(0)
          }}
        />
      )}
    </div>
  )
}

const Hint = ({ keys, words }: { keys: string[]; words: string }) => (
  <span className="inline-flex items-center gap-1">
    <Kbd keys={keys} /> {words}
  </span>
)

interface NameTableRowProps extends Pick<NameTableProps, 'place' | 'onAccept' | 'onChoice'> {
  row: NameRow
  index: number
  /** Whether Tab reaches the row. */
  isActive: boolean
  onActive: (index: number) => void
}

const NameTableRow = memo(function NameTableRow({
  row,
  index,
  isActive,
  place,
  onActive,
  onAccept,
  onChoice,
}: NameTableRowProps) {
  const { name, count, column, line, match, choice, isDecided } = row
  return (
    <TableRow
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-label={name}
      onFocus={() => onActive(index)}
      className="focus-visible:bg-hover"
    >
      <TableCell className="truncate" title={name}>
        {name}
      </TableCell>
      <TableCell numeric>{wholeNumber(count)}</TableCell>
      <TableCell className="truncate font-mono text-xs" title={t`line ${line}`}>
        {column}
      </TableCell>
      <TableCell>
        {match && (
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate" title={match.entry.name}>
              {match.entry.name}
            </span>
            <MatchBadge likeness={match.likeness} />
            {isAcceptable(row) && (
              <Button
                size="small"
                variant="ghost"
                tabIndex={isActive ? 0 : -1}
                aria-label={t`Accept ${match.entry.name} for ${name}`}
                icon={<Check className="size-3.5" aria-hidden />}
                onClick={() => onAccept(row)}
              />
            )}
          </span>
        )}
      </TableCell>
      <TableCell className="py-1.5!">
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1">
            <NameInput row={row} place={place} onChoice={(chosen) => onChoice(row, chosen)} />
          </span>
          {isDecided && choice === undefined && (
            <Badge tone="accent">
              <Trans>Remembered</Trans>
            </Badge>
          )}
        </span>
      </TableCell>
    </TableRow>
  )
})
