import { Button } from './button.tsx'
import { wholeNumber } from './words.ts'

/** Which part of a long list is shown, and the way to its other parts. */
export function Pager({
  offset,
  shown,
  total,
  pageSize,
  onPage,
}: {
  /** Of the first row shown, from 0. */
  offset: number
  /** Rows shown. */
  shown: number
  total: number
  pageSize: number
  /** Pages are counted from 1. */
  onPage: (page: number) => void
}) {
  const page = Math.floor(offset / pageSize) + 1
  return (
    <nav aria-label="Pages" className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm">
      <span role="status" className="tabular flex-1 text-ink-soft">
        {wholeNumber(offset + 1)}–{wholeNumber(offset + shown)} of {wholeNumber(total)}
      </span>
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" disabled={offset + shown >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
