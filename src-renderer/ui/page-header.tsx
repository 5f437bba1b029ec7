import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ScrollRegion } from './scroll-region.tsx'
import { useTitle } from './use-title.ts'

export interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Badges beside the title. */
  badges?: ReactNode
  actions?: ReactNode
  /** The way up, e.g. from a feed to the list of feeds. */
  back?: { href: string; label: string }
  className?: string
}

/** The first line of every screen: where one is, what it is, what can be done. */
export function PageHeader({ title, description, badges, actions, back, className }: PageHeaderProps) {
  useTitle(typeof title === 'string' ? title : undefined)
  return (
    <header
      className={clsx(
        'flex min-h-14 shrink-0 items-center justify-between gap-4 border-b border-line bg-surface px-6 py-2',
        className,
      )}
    >
      <div className="min-w-0">
        {back && (
          <Link
            href={back.href}
            className="-ml-1 inline-flex items-center text-xs text-ink-faint hover:text-ink"
          >
            <ChevronLeft className="size-3.5" aria-hidden />
            {back.label}
          </Link>
        )}
        <div className="flex min-w-0 items-center gap-2">
          <h1 className="truncate text-lg font-semibold">{title}</h1>
          {badges}
        </div>
        {description && <p className="truncate text-xs text-ink-faint">{description}</p>}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </header>
  )
}

/** A screen: its header stays, the rest scrolls. `width` keeps text screens readable on wide windows. */
export function Page({
  header,
  children,
  width = 'wide',
}: {
  header: ReactNode
  children: ReactNode
  width?: 'wide' | 'text'
}) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      {header}
      <ScrollRegion className="min-h-0 flex-1">
        <div className={clsx('flex flex-col gap-4 p-6', width === 'text' ? 'max-w-3xl' : 'max-w-7xl')}>
          {children}
        </div>
      </ScrollRegion>
    </div>
  )
}
