import clsx from 'clsx'
import type { ReactNode } from 'react'

interface FoldedProps {
  title: ReactNode
  /** Text next to the title, also shown while the content is hidden. */
  summary: ReactNode
  /** If given, the caller decides whether the content is shown; else a person does, and it is hidden at first. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** Whether the title reaches the edges of its container, which has no padding. */
  flush?: boolean
  isBusy?: boolean
  children: ReactNode
}

/** A part of a screen that is hidden until a person opens it. */
export function Folded({ title, summary, isOpen, onOpenChange, flush, isBusy, children }: FoldedProps) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => onOpenChange?.(event.currentTarget.open)}
      aria-busy={isBusy || undefined}
    >
      <summary
        className={clsx(
          'cursor-default hover:bg-hover',
          flush ? 'px-4 py-2' : '-mx-2 rounded-md px-2 py-0.5',
        )}
      >
        <h2 className="inline text-sm font-semibold">{title}</h2>
        <span className="ms-3 text-sm text-ink-soft">{summary}</span>
      </summary>
      {children}
    </details>
  )
}
