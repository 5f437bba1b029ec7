import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftRow, Standing } from '../../../../../src-shared/feeds/draft/model.ts'
import { Skeleton } from '../../../../ui/layout/states.tsx'
import { Thumbnail } from '../../../../ui/thumbnail.tsx'
import { useDraftRows } from '../../list/use-draft-rows.ts'
import { itemName } from '../items/item-name.ts'
import { noPicture, usePictures } from './use-pictures.ts'

const rowHeight = 60

interface SentItemsProps {
  draft: Draft
  selection: DraftSelection
  openKey: number | undefined
  onOpen: (row: DraftRow) => void
}

/** Virtualized list of the items of a draft, with name, picture and differences from the catalog. */
export function SentItems({ draft, selection, openKey, onOpen }: SentItemsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const rows = useDraftRows({ id: draft.id, selection }, visible)
  const total = rows.total ?? 0
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    onChange: ({ range }) => {
      const next = { first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 }
      if (next.first !== visible.first || next.last !== visible.last) setVisible(next)
    },
  })
  const shown = virtual.getVirtualItems()
  const first = rows.rowAt(0)
  useEffect(() => {
    if (openKey === undefined && first) onOpen(first)
  }, [openKey, first, onOpen])
  const ids = shown.flatMap(({ index }) => rows.rowAt(index)?.about ?? [])
  const pictures = usePictures(ids)
  if (rows.total === 0)
    return (
      <p className="p-3 text-sm text-ink-soft">
        <Trans>No items left</Trans>
      </p>
    )
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t`Items to be sent`} className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows.rowAt(index)
          return (
            <li
              key={index}
              className="absolute inset-x-0"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {row ? (
                <button
                  type="button"
                  aria-current={row.key === openKey ? 'true' : undefined}
                  onClick={() => onOpen(row)}
                  className={clsx(
                    'flex size-full items-center gap-2.5 rounded-md px-2 text-start focus-visible:-outline-offset-2',
                    row.key === openKey
                      ? 'bg-pressed forced-colors:outline-2 forced-colors:-outline-offset-2'
                      : 'hover:bg-hover',
                  )}
                >
                  <Thumbnail {...(pictures.get(row.about ?? '') ?? noPicture)} className="size-10" />
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="line-clamp-1 text-sm font-medium break-all">
                      {itemName(row)}
                    </span>
                    <span className="line-clamp-1 text-xs text-ink-faint">
                      {!row.standing && row.code !== itemName(row) && (
                        <span className="tabular">{row.code}</span>
                      )}
                      {row.standing && <DifferenceSummary standing={row.standing} />}
                    </span>
                  </span>
                </button>
              ) : (
                <Skeleton className="m-2 h-8" />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Differences of an item from the catalog, such as `1 conflict, 3 changed`. Renders nothing if there are
 * none.
 */
function DifferenceSummary({ standing }: { standing: Standing }) {
  const { conflicts, outdated, changed, removed, doubled } = standing
  const parts = [
    conflicts > 0 && {
      text: plural(conflicts, { one: '# conflict', other: '# conflicts' }),
      className: 'font-medium text-bad',
    },
    outdated > 0 && {
      text: plural(outdated, { one: '# newer in catalog', other: '# newer in catalog' }),
      className: 'font-medium text-warn',
    },
    changed > 0 && { text: plural(changed, { one: '# changed', other: '# changed' }), className: '' },
    removed > 0 && { text: plural(removed, { one: '# removed', other: '# removed' }), className: '' },
    doubled > 0 && {
      text: plural(doubled, { one: '# duplicate', other: '# duplicates' }),
      className: 'text-warn',
    },
  ].filter((part) => part !== false)
  return parts.map(({ text, className }, index) => (
    <span key={text} className={className}>
      {index > 0 && ', '}
      {text}
    </span>
  ))
}
