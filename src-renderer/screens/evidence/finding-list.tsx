import { t } from '@lingui/core/macro'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type KeyboardEvent, type Ref, useId } from 'react'
import type { FindingRow } from '../../../src-shared/evidence/model.ts'
import { selectedClass } from '../../ui/selected-class.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { Grid, GridCell, GridRow, RowGroup } from '../catalog/list/grid-parts.tsx'
import { findingWords, itemName } from './finding-words.ts'
import type { FindingSelection } from './use-finding-selection.ts'

const rowHeight = 64

interface FindingListProps {
  ref: Ref<HTMLDivElement>
  virtual: Virtualizer<HTMLDivElement, Element>
  findingAt: (index: number) => FindingRow | undefined
  active: number
  /** Undefined in a list of findings that are decided about. */
  selection: FindingSelection | undefined
  /** Whether a value of the finding was taken into a draft. */
  isTaken: (finding: FindingRow) => boolean
  onActivate: (index: number) => void
  onOpen: () => void
}

/** Virtualizer of the list, whose rows have one height. */
export const useFindingRows = (count: number, scroller: () => HTMLDivElement | null) =>
  useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
  })

/** The findings, as a virtualized grid: only visible rows exist as elements. The focus stays on the grid. */
export function FindingList({
  ref,
  virtual,
  findingAt,
  active,
  selection,
  isTaken,
  onActivate,
  onOpen,
}: FindingListProps) {
  const gridId = useId()
  const { count } = virtual.options
  const rows = virtual.getVirtualItems()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isCommand = event.ctrlKey || event.metaKey
    if (selection && isCommand && !event.altKey && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      selection.selectAll()
      return
    }
    if (isCommand || event.altKey) return
    if (selection && event.key === ' ') {
      event.preventDefault()
      selection.toggle(active, event.shiftKey)
      return
    }
    if (selection && event.key === 'Escape' && selection.count > 0) {
      selection.clear()
      return
    }
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    }
    const target = steps[event.key]
    if (target !== undefined) onActivate(Math.max(0, Math.min(count - 1, target)))
    else if (event.key === 'Enter') onOpen()
    else return
    event.preventDefault()
  }
  const rowId = (index: number) => `${gridId}-${index}`
  return (
    <Grid
      ref={ref}
      aria-label={t`Findings`}
      aria-rowcount={count}
      aria-activedescendant={rows.some(({ index }) => index === active) ? rowId(active) : undefined}
      onKeyDown={onKeyDown}
      className="group/grid relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto bg-surface outline-none"
    >
      <RowGroup className="relative" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const finding = findingAt(index)
          return (
            <GridRow
              key={index}
              id={rowId(index)}
              aria-rowindex={index + 1}
              aria-selected={index === active}
              onClick={(event) => {
                if (selection && (event.ctrlKey || event.metaKey || event.shiftKey))
                  selection.toggle(index, event.shiftKey)
                onActivate(index)
              }}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              className={clsx(
                'absolute inset-x-0 top-0 flex cursor-default items-center gap-3 border-b border-line/60 px-3',
                index === active
                  ? clsx(
                      selectedClass,
                      'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-focus',
                    )
                  : 'hover:bg-hover',
              )}
            >
              {selection && (
                <GridCell className="flex">
                  {finding && finding.decision === undefined ? (
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      aria-label={t`Select ${itemName(finding)}`}
                      className="size-4 accent-(--color-accent)"
                      checked={selection.has(finding)}
                      onClick={(event) => {
                        event.stopPropagation()
                        selection.toggle(index, event.shiftKey)
                      }}
                      onChange={() => undefined}
                    />
                  ) : (
                    <span className="size-4" />
                  )}
                </GridCell>
              )}
              <FindingCell finding={finding} isTaken={finding !== undefined && isTaken(finding)} />
            </GridRow>
          )
        })}
      </RowGroup>
    </Grid>
  )
}

function FindingCell({ finding, isTaken }: { finding: FindingRow | undefined; isTaken: boolean }) {
  if (!finding)
    return (
      <GridCell>
        <span className="sr-only">{t`Loading`}</span>
      </GridCell>
    )
  const { label, tone } = findingWords[finding.kind]
  return (
    <>
      <GridCell className="flex">
        <Thumbnail url={`/pictures/${finding.sha256}/thumbnail`} isEager className="size-12" />
      </GridCell>
      <GridCell className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm font-medium" dir="auto">
          {itemName(finding)}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
          <span
            aria-hidden
            className={clsx(
              'size-2 shrink-0 rounded-full',
              {
                bad: 'bg-bad-solid',
                warn: 'bg-warn',
                good: 'bg-good',
                neutral: 'bg-edge',
                accent: 'bg-accent',
              }[tone],
            )}
          />
          <span className="truncate">
            {finding.kind === 'check'
              ? finding.message
              : finding.value
                ? `${label}: ${finding.value.label}`
                : label}
            {finding.decision?.kind === 'agreed' && <span className="text-good">{t`, agreed`}</span>}
            {isTaken && <span className="text-good">{t`, in a draft`}</span>}
          </span>
        </span>
      </GridCell>
    </>
  )
}
