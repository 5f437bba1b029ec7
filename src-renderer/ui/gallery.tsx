import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Images } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown instead of a gallery without pictures. */
export const EmptyGallery = ({ children, className }: { children?: ReactNode; className?: string }) => (
  <div
    className={clsx(
      'flex aspect-square flex-col items-center justify-center gap-2 rounded-lg border text-ink-faint',
      className,
    )}
  >
    <Images className="size-8" strokeWidth={1.25} aria-hidden />
    <p className="text-sm font-medium text-ink-soft">
      <Trans>No pictures</Trans>
    </p>
    {children}
  </div>
)

interface GalleryProps {
  /** The large picture. */
  stage: ReactNode
  /** Text below the large picture. */
  caption: ReactNode
  choices: readonly { key: string | number; label: string; thumbnail: ReactNode }[]
  /** Index of the large picture. */
  shown: number
  onShow: (index: number) => void
  children?: ReactNode
}

/** One large picture, with thumbnails of all pictures below it. */
export const Gallery = ({ stage, caption, choices, shown, onShow, children }: GalleryProps) => (
  <section aria-label={t`Pictures`} className="flex flex-col gap-2">
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      {stage}
      <figcaption className="flex min-h-8 flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-1.5 text-xs text-ink-soft">
        {caption}
      </figcaption>
    </figure>
    {choices.length > 1 && (
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ key, label, thumbnail }, index) => (
          <li key={key}>
            <button
              type="button"
              aria-label={label}
              aria-current={index === shown || undefined}
              title={label}
              onClick={() => onShow(index)}
              className={clsx(
                'relative flex rounded-md border',
                index === shown ? 'border-accent outline-1 outline-accent' : 'border-line hover:border-edge',
              )}
            >
              {thumbnail}
            </button>
          </li>
        ))}
      </ul>
    )}
    {children}
  </section>
)
