import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '../button.tsx'
import { wholeNumber } from '../text/words.ts'

/** The shown part of a long list, with buttons to the other pages. It is the last child of the list's element. */
export function Pager({
  offset,
  shown,
  total,
  pageSize,
  onPage,
}: {
  /** The index of the first row shown, from 0. */
  offset: number
  /** The number of rows shown. */
  shown: number
  total: number
  pageSize: number
  /** Pages are counted from 1. */
  onPage: (page: number) => void
}) {
  const page = Math.floor(offset / pageSize) + 1
  const bar = useRef<HTMLElement>(null)
  const turnTo = (next: number) => {
    onPage(next)
    // A new page is shown from its top, because the pager stands below the rows.
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
