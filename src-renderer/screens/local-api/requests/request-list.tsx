import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { LoggedRequest } from '../../../../src-shared/local-api/model.ts'
import { Button } from '../../../ui/button.tsx'
import { Grid, RowGroup } from '../../catalog/list/grid-parts.tsx'
import { headerHeight, RequestHeader, RequestRow, rowHeight } from './request-row.tsx'

interface RequestListProps {
  /** Newest first. */
  requests: readonly LoggedRequest[]
  openId: number | undefined
  onOpen: (id: number | undefined) => void
}

/**
 * The request log, as a virtualized grid: only visible rows exist as elements. At the top of the list, new
 * requests push the others down. While the list is scrolled down, the visible rows keep their position, and
 * a button shows the number of new requests.
 */
export function RequestList({ requests, openId, onOpen }: RequestListProps) {
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<number>()
  const newest = requests[0]?.id
  const [seen, setSeen] = useState(newest)
  const virtual = useVirtualizer({
    count: requests.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => requests[index]?.id ?? index,
    overscan: 10,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
  })
  const atTop = (virtual.scrollOffset ?? 0) < rowHeight / 2
  if (atTop && seen !== newest) setSeen(newest)
  const unseen = seen === undefined ? 0 : requests.findIndex(({ id }) => id <= seen)

  useStableScroll(scroller, requests)

  // The active row keeps its request while new ones arrive. If its request was removed, the first row is
  // active.
  const found = requests.findIndex(({ id }) => id === activeId)
  const active = Math.max(0, found)
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(requests.length - 1, index))
    const request = requests[next]
    if (!request) return
    setActiveId(request.id)
    virtual.scrollToIndex(next)
    if (openId !== undefined) onOpen(request.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: requests.length - 1,
    }
    const target = steps[event.key]
    if (target !== undefined) moveTo(target)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(requests[active]?.id)
    else if (event.key === 'Escape') onOpen(undefined)
    else return
    event.preventDefault()
  }

  const rows = virtual.getVirtualItems()
  const activeIsDrawn = rows.some(({ index }) => index === active)
  const rowId = (index: number) => `${gridId}-${requests[index]?.id}`
  return (
    <div className="relative min-h-24 flex-1">
      <Grid
        ref={scroller}
        aria-label={t`Requests, the newest first`}
        aria-rowcount={requests.length + 1}
        aria-activedescendant={activeIsDrawn ? rowId(active) : undefined}
        onKeyDown={onKeyDown}
        className="group/grid h-full overflow-x-hidden overflow-y-scroll bg-surface outline-none [overflow-anchor:none]"
      >
        <RequestHeader />
        <RowGroup className="relative" style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start, key }) => {
            const request = requests[index]
            return (
              request && (
                <RequestRow
                  key={key}
                  id={rowId(index)}
                  index={index}
                  top={start - headerHeight}
                  request={request}
                  active={index === active}
                  open={request.id === openId}
                  onOpen={() => {
                    setActiveId(request.id)
                    onOpen(request.id)
                  }}
                />
              )
            )
          })}
        </RowGroup>
      </Grid>
      {!atTop && unseen > 0 && (
        <Button
          size="small"
          className="absolute top-10 left-1/2 -translate-x-1/2 rounded-full! px-3!"
          icon={<ArrowUp className="size-3.5" aria-hidden />}
          onClick={() => virtual.scrollToOffset(0)}
        >
          <Plural value={unseen} one="# new request" other="# new requests" />
        </Button>
      )}
    </div>
  )
}

/**
 * While the list is scrolled down, adds the height of new rows to the scroll position, so that visible rows
 * keep their position.
 */
function useStableScroll(
  scroller: React.RefObject<HTMLDivElement | null>,
  requests: readonly LoggedRequest[],
): void {
  const first = requests[0]?.id
  const before = useRef(first)
  useLayoutEffect(() => {
    const previous = before.current
    before.current = first
    const element = scroller.current
    if (!element || previous === undefined || previous === first || element.scrollTop < rowHeight / 2) return
    const added = requests.findIndex(({ id }) => id === previous)
    if (added > 0) element.scrollTop += added * rowHeight
  }, [scroller, requests, first])
  // An emptied list has no previous first row.
  useEffect(() => {
    if (first === undefined) before.current = undefined
  }, [first])
}
