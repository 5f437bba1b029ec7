import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { Link } from 'wouter'
import { ScrollRegion } from './scroll-region.tsx'

/**
 * Maximum width of a screen's content and header. `text` is a readable line length, doubled on wide windows.
 */
type PageWidth = 'wide' | 'text' | 'full'
const widthClass: Record<PageWidth, string> = {
  wide: 'max-w-7xl',
  text: 'max-w-3xl 2xl:max-w-[84rem]',
  full: '',
}
const inOneColumn = 'flex flex-col gap-4'
/** Panels in one column, or in two on a wide window. A panel is never split between columns. */
const inTwoColumns = 'gap-4 max-2xl:flex max-2xl:flex-col 2xl:columns-2 2xl:*:mb-4 2xl:*:break-inside-avoid'
const PageWidthContext = createContext<PageWidth>('full')

/** The name of the program in window titles. */
const programName = t`Catalog Desk`

/** Sets the title of the window. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${programName}` : programName
  }, [title])
}

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Badges next to the title. */
  badges?: ReactNode
  actions?: ReactNode
  /** Link to the parent screen, such as from a feed to the list of feeds. */
  back?: { href: string; label: string }
  className?: string
  /** Width for a screen that is not a `Page`. In a `Page`, the header has the width of the page. */
  measure?: PageWidth
}

/** The header of every screen: the link to the parent screen, the title and the actions. */
export function PageHeader({
  title,
  description,
  badges,
  actions,
  back,
  className,
  measure,
}: PageHeaderProps) {
  const ofPage = useContext(PageWidthContext)
  useTitle(typeof title === 'string' ? title : undefined)
  return (
    <header
      className={clsx(
        'flex min-h-14 shrink-0 items-center border-b [@media(max-height:480px)]:min-h-10 border-line bg-surface',
        className,
      )}
    >
      <div
        className={clsx(
          'flex w-full min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-2 [@media(max-height:480px)]:py-1',
          widthClass[measure ?? ofPage],
        )}
      >
        {/* Badges do not shrink, so a title with badges needs more space before the actions wrap. */}
        <div
          className={clsx(
            'min-w-0 [@media(max-height:480px)]:flex [@media(max-height:480px)]:flex-wrap [@media(max-height:480px)]:items-center [@media(max-height:480px)]:gap-x-2',
            badges ? 'flex-[1_1_24rem]' : 'flex-[1_1_14rem]',
          )}
        >
          {back && (
            <Link
              href={back.href}
              className="-ms-1 inline-flex items-center rounded-sm print:hidden pe-1 text-xs text-ink-faint hover:text-ink"
            >
              <ChevronLeft className="size-3.5" aria-hidden />
              {back.label}
            </Link>
          )}
          <div className="flex min-w-0 items-center gap-2">
            <h1 dir="auto" tabIndex={-1} className="truncate text-lg font-semibold outline-none">
              {title}
            </h1>
            {badges}
          </div>
          {description && (
            <p className="truncate text-xs text-ink-faint [@media(max-height:480px)]:hidden">{description}</p>
          )}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center justify-end gap-2 print:hidden">{actions}</div>
        )}
      </div>
    </header>
  )
}

/** A screen with a fixed header and scrolling content. */
export function Page({
  header,
  children,
  width = 'wide',
}: {
  header: ReactNode
  children: ReactNode
  width?: PageWidth
}) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageWidthContext value={width}>{header}</PageWidthContext>
      <ScrollRegion className="min-h-0 flex-1">
        <div className={clsx('p-6', width === 'text' ? inTwoColumns : inOneColumn, widthClass[width])}>
          {children}
        </div>
      </ScrollRegion>
    </div>
  )
}
