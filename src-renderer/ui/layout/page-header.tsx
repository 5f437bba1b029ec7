import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { Link } from 'wouter'
import { ScrollRegion } from './scroll-region.tsx'

/** The greatest width of a screen's content and header; `text`: as wide as is read with ease, twice where there is room. */
type PageWidth = 'wide' | 'text' | 'full'
const widthClass: Record<PageWidth, string> = {
  wide: 'max-w-7xl',
  text: 'max-w-3xl 2xl:max-w-[84rem]',
  full: '',
}
const inOneColumn = 'flex flex-col gap-4'
/** Panels below each other, in two columns on a wide window; none goes over from one column to the next. */
const inTwoColumns = 'gap-4 max-2xl:flex max-2xl:flex-col 2xl:columns-2 2xl:*:mb-4 2xl:*:break-inside-avoid'
const PageWidthContext = createContext<PageWidth>('full')

/** The name of the program, as it stands in titles. */
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
  /** Badges beside the title. */
  badges?: ReactNode
  actions?: ReactNode
  /** The link to the screen above, such as from a feed to the list of feeds. */
  back?: { href: string; label: string }
  className?: string
  /** The width for a screen that is no `Page`. In a `Page` the header has the width of the page. */
  measure?: PageWidth
}

/** The header of every screen: the link to the screen above, the title and the actions. */
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
        {/* Badges do not shrink: with them it takes more for the title to be read, before the actions go below. */}
        <div
          className={clsx(
            'min-w-0 [@media(max-height:480px)]:flex [@media(max-height:480px)]:flex-wrap [@media(max-height:480px)]:items-center [@media(max-height:480px)]:gap-x-2',
            badges ? 'flex-[1_1_24rem]' : 'flex-[1_1_14rem]',
          )}
        >
          {back && (
            <Link
              href={back.href}
              className="-ms-1 inline-flex items-center rounded-sm pe-1 text-xs text-ink-faint hover:text-ink"
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
        {actions && <div className="flex flex-wrap items-center justify-end gap-2">{actions}</div>}
      </div>
    </header>
  )
}

/** A screen: its header stays, the rest scrolls. */
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
