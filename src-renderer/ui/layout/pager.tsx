import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '../button.tsx'
import { wholeNumber } from '../text/words.ts'

/**
 * Range of a paged list with buttons to the previous and next page. Must be the last child of the list's
 * element.
 */
export function Pager({
  offset,
  shown,
  total,
  pageSize,
  onPage,
}: {
  /** Index of the first row shown (0-based). */
  offset: number
  /** The number of rows shown. */
  shown: number
  total: number
  pageSize: number
  /** Called with the page number (1-based). */
  onPage: (page: number) => void
}) {
  const page = Math.floor(offset / pageSize) + 1
  const bar = useRef<HTMLElement>(null)
  const turnTo = (next: number) => {
    onPage(next)
    // The pager is below the rows, so the new page is scrolled to its top.
    bar.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <nav
      ref={bar}
      aria-label={t`Pages`}
      className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm"
    >
      <span role="status" className="tabular flex-1 text-ink-soft">
        <Trans>
          {wholeNumber(offset + 1)}–{wholeNumber(offset + shown)} of {wholeNumber(total)}
        </Trans>
      </span>
      <Button size="small" disabled={page === 1} onClick={() => turnTo(page - 1)}>
        <Trans>Previous</Trans>
      </Button>
      <Button size="small" disabled={offset + shown >= total} onClick={() => turnTo(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </nav>
  )
}
