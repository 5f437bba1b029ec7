import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface ToDo {
  id: string
  href: string
  label: string
  detail?: ReactNode
  tone?: 'bad' | 'warn'
}

/** A list of links, each a sentence. */
export function ToDoRows({ label, rows, none }: { label: string; rows: readonly ToDo[]; none: string }) {
  if (rows.length === 0) return <p className="px-4 pb-4 text-sm text-ink-soft">{none}</p>
  return (
    <ul aria-label={label} data-rows className="flex flex-col border-t border-line pb-1">
      {rows.map(({ id, href, label: words, detail, tone }) => (
        <li key={id}>
          <Link
            href={href}
            className="flex min-h-10 items-center gap-3 px-4 py-1.5 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span
              className={clsx(
                'size-2 shrink-0 rounded-full',
                tone === 'bad' ? 'bg-bad-solid' : tone === 'warn' ? 'bg-warn' : 'bg-info-solid',
              )}
              aria-hidden
            />
            {/* A long detail is cut before the sentence is. */}
            <span className="max-w-full shrink-0 truncate font-medium">{words}</span>
            <span className="tabular min-w-0 flex-1 truncate text-end text-xs text-ink-faint">{detail}</span>
            <ChevronRight className="size-4 shrink-0 text-ink-faint" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
