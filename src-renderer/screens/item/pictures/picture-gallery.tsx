import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Images, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { PictureImage } from './picture-image.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { dragOut, type Picture } from './pictures.ts'

/** One large picture with thumbnails of all pictures below it. A click opens it at full size. */
export function PictureGallery({ pictures, itemName }: { pictures: readonly Picture[]; itemName: string }) {
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const current = pictures[Math.min(shown, pictures.length - 1)]
  if (!current) {
    return (
      <div className="flex aspect-square flex-col items-center justify-center gap-2 rounded-lg border border-line bg-surface text-ink-faint">
        <Images className="size-8" strokeWidth={1.25} aria-hidden />
        <p className="text-sm font-medium text-ink-soft">
          <Trans>No pictures</Trans>
        </p>
        <p className="max-w-56 text-center text-xs text-balance">
          <Trans>
            The record has no pictures. Add them with a refresh, or with Content+ for individual retailers.
          </Trans>
        </p>
      </div>
    )
  }
  return (
    <section aria-label={t`Pictures`} className="flex flex-col gap-2">
      <figure className="rounded-lg border border-line bg-surface">
        <button
          type="button"
          aria-label={t`Enlarge: ${current.title}`}
          onClick={() => setZoomed(true)}
          draggable={current.url !== undefined}
          onDragStart={(event) => dragOut(event, current)}
          className="group/stage relative isolate flex aspect-square w-full cursor-zoom-in items-center justify-center overflow-hidden rounded-t-lg bg-white p-3"
        >
          <PictureImage picture={current} alt={`${itemName}: ${current.title}`} />
          <span className="absolute end-2 bottom-2 rounded-sm bg-black/60 p-1 text-white opacity-0 group-hover/stage:opacity-100 group-focus-visible/stage:opacity-100">
            <Maximize2 className="size-4" aria-hidden />
          </span>
        </button>
        <figcaption className="flex justify-between gap-2 border-t border-line px-3 py-1.5 text-xs text-ink-soft">
          <span className="min-w-0">{current.title}</span>
          {pictures.length > 1 && (
            <span className="tabular shrink-0 text-ink-faint">
              <Trans>
                {shown + 1} of {pictures.length}
              </Trans>
            </span>
          )}
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.key}>
              <button
                type="button"
                aria-label={picture.title}
                aria-current={index === shown || undefined}
                title={picture.title}
                onClick={() => setShown(index)}
                className={clsx(
                  'relative flex size-12 items-center justify-center overflow-hidden rounded-md border bg-white p-0.5',
                  index === shown
                    ? 'border-accent outline-1 outline-accent'
                    : 'border-line hover:border-edge',
                )}
              >
                <PictureImage picture={{ ...picture, url: picture.thumbnail }} alt="" small />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PictureViewer
        open={zoomed}
        onOpenChange={setZoomed}
        pictures={pictures}
        shown={shown}
        onShow={setShown}
        itemName={itemName}
      />
    </section>
  )
}
