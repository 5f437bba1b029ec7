import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { DragHandle } from '../../../shell/drag-handle.tsx'
import { EmptyGallery, Gallery } from '../../../ui/gallery.tsx'
import { PictureImage } from './picture-image.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { dragOut, type Picture, pictureFiles } from './pictures.ts'

/** One large picture with thumbnails of all pictures below it. A click opens it at full size. */
export function PictureGallery({ pictures, itemName }: { pictures: readonly Picture[]; itemName: string }) {
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const current = pictures[Math.min(shown, pictures.length - 1)]
  if (!current)
    return (
      <EmptyGallery className="border-line bg-surface">
        <p className="max-w-56 text-center text-xs text-balance">
          <Trans>
            The record has no pictures. Add them with a refresh, or with Content+ for individual retailers.
          </Trans>
        </p>
      </EmptyGallery>
    )
  return (
    <Gallery
      shown={shown}
      onShow={setShown}
      stage={
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
      }
      caption={
        <>
          <span className="min-w-0">{current.title}</span>
          {pictures.length > 1 && (
            <span className="tabular shrink-0 text-ink-faint">
              <Trans>
                {shown + 1} of {pictures.length}
              </Trans>
            </span>
          )}
          {pictures.some(({ url }) => url) && (
            <DragHandle
              label={t`Drag all pictures to a folder or another program`}
              files={() => pictureFiles(pictures)}
            />
          )}
        </>
      }
      choices={pictures.map((picture) => ({
        key: picture.key,
        label: picture.title,
        thumbnail: (
          <span className="flex size-12 items-center justify-center overflow-hidden rounded-md bg-white p-0.5">
            <PictureImage picture={{ ...picture, url: picture.thumbnail }} alt="" small />
          </span>
        ),
      }))}
    >
      <PictureViewer
        open={zoomed}
        onOpenChange={setZoomed}
        pictures={pictures}
        shown={shown}
        onShow={setShown}
        itemName={itemName}
      />
    </Gallery>
  )
}
