import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title?: ReactNode
  description?: ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  children?: ReactNode
  className?: string
  /** Removes the padding, for tables and lists that reach the edge. */
  flush?: boolean
  /** Further words by which the search of the settings finds the panel. */
  near?: string
}

/** A titled, framed section of a screen. */
export function Panel({ title, description, actions, children, className, flush, near }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      data-near={near}
      className={clsx('rounded-lg border border-line bg-surface', className)}
    >
      {(title || actions) && (
        <header
          className={clsx('flex items-start justify-between gap-4 px-4 pt-3', (flush || !children) && 'pb-3')}
        >
          <div className="min-w-0">
            {title && (
              <h2 id={id} className="text-sm font-semibold">
                {title}
              </h2>
            )}
            {description && <p className="text-xs text-ink-faint">{description}</p>}
          </div>
          {actions && <div className="flex shrink-0 gap-2">{actions}</div>}
        </header>
      )}
      {children && <div className={flush ? undefined : 'px-4 pt-3 pb-4'}>{children}</div>}
    </section>
  )
}

/** A titled section of a page or panel, without a frame. */
export function Section({
  title,
  description,
  actions,
  children,
  className,
}: Omit<PanelProps, 'flush' | 'near'>) {
  const id = useId()
  return (
    <section aria-labelledby={title ? id : undefined} className={className}>
      {title && (
        <header className="mb-2 flex items-end justify-between gap-4">
          <div>
            <h3 id={id} className="text-xs font-semibold text-ink-soft">
              {title}
            </h3>
            {description && <p className="text-xs text-ink-faint">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
