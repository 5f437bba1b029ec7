import clsx from 'clsx'
import { ChevronLeft, ChevronRight, ImageOff, Images, Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { medium as mediumDescription } from '../../../src-shared/vocabulary/item.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { BlurUntilLoaded, usePictureFailure } from '../../ui/picture.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import type { Picture } from './pictures.ts'
import { RecordFields } from './record-fields.tsx'

/** One large picture with the others below it; a click opens it at full size. */
export function PictureGallery({ pictures, itemName }: { pictures: readonly Picture[]; itemName: string }) {
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const current = pictures[Math.min(shown, pictures.length - 1)]
  if (!current) {
    return (
      <div className="flex aspect-square flex-col items-center justify-center gap-2 rounded-lg border border-line bg-surface text-ink-faint">
        <Images className="size-8" strokeWidth={1.25} aria-hidden />
        <p className="text-xs">The record has no pictures.</p>
      </div>
    )
  }
  return (
    <section aria-label="Pictures" className="flex flex-col gap-2">
      <figure className="rounded-lg border border-line bg-surface">
        <button
          type="button"
          aria-label={`Enlarge: ${current.title}`}
          onClick={() => setZoomed(true)}
          className="group/stage relative isolate flex aspect-square w-full cursor-zoom-in items-center justify-center overflow-hidden rounded-t-lg bg-white p-3"
        >
          <PictureImage picture={current} alt={`${itemName}: ${current.title}`} />
          <span className="absolute right-2 bottom-2 rounded-sm bg-black/60 p-1 text-white opacity-0 group-hover/stage:opacity-100 group-focus-visible/stage:opacity-100">
            <Maximize2 className="size-4" aria-hidden />
          </span>
        </button>
        <figcaption className="flex justify-between gap-2 border-t border-line px-3 py-1.5 text-xs text-ink-soft">
          <span className="min-w-0">{current.title}</span>
          {pictures.length > 1 && (
            <span className="tabular shrink-0 text-ink-faint">
              {shown + 1} of {pictures.length}
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
      <PictureDialog
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

interface PictureDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pictures: readonly Picture[]
  shown: number
  onShow: (index: number) => void
  itemName: string
}

/** One picture, fitted to the window or at its own size, with its facts. Arrow keys show the next and the previous one. */
function PictureDialog({ open, onOpenChange, pictures, shown, onShow, itemName }: PictureDialogProps) {
  const [ownSize, setOwnSize] = useState(false)
  const picture = pictures[shown]
  if (!picture) return null
  const turn = (step: number) => onShow((shown + step + pictures.length) % pictures.length)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} width="full" title={picture.title} description={itemName}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut for the buttons inside */}
      <div
        className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_18rem] gap-5"
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') turn(-1)
          if (event.key === 'ArrowRight') turn(1)
        }}
      >
        <div className="relative min-h-0 rounded-lg border border-line bg-white">
          <ScrollRegion
            className={clsx('flex h-full rounded-lg', ownSize ? '' : 'items-center justify-center p-4')}
          >
            <PictureImage
              picture={picture}
              alt={`${itemName}: ${picture.title}`}
              className={ownSize ? 'm-auto max-h-none! max-w-none!' : ''}
            />
          </ScrollRegion>
          <div className="absolute right-3 bottom-3 flex gap-1 rounded-md bg-surface p-1 shadow-popup">
            {pictures.length > 1 && (
              <>
                <IconButton
                  size="small"
                  label="Previous picture"
                  icon={<ChevronLeft className="size-4" />}
                  onClick={() => turn(-1)}
                />
                <IconButton
                  size="small"
                  label="Next picture"
                  icon={<ChevronRight className="size-4" />}
                  onClick={() => turn(1)}
                />
              </>
            )}
            <IconButton
              size="small"
              label={ownSize ? 'Fit to window' : 'Show at its own size'}
              icon={ownSize ? <ZoomOut className="size-4" /> : <ZoomIn className="size-4" />}
              onClick={() => setOwnSize(!ownSize)}
            />
          </div>
        </div>
        <div className="min-h-0 overflow-y-auto">
          <PictureFacts picture={picture} />
        </div>
      </div>
    </Dialog>
  )
}

function PictureFacts({ picture: { medium, kept } }: { picture: Picture }) {
  if (medium) return <RecordFields group={mediumDescription} value={medium} />
  if (!kept) return null
  return (
    <KeyValue
      entries={[
        { label: 'Version', value: kept.type },
        { label: 'View', value: kept.view },
        { label: 'Media type', value: kept.mimeType },
        { label: 'Description', value: kept.description },
        { label: 'Address', value: <span className="break-all">{kept.sourceUrl}</span> },
      ]}
    />
  )
}

/** The picture, or the reason why there is none. */
function PictureImage({
  picture,
  alt,
  small,
  className,
}: {
  picture: Picture
  alt: string
  small?: boolean
  className?: string
}) {
  const { failed, onError } = usePictureFailure(picture.url)
  if (picture.url && !failed) {
    return (
      <BlurUntilLoaded
        src={picture.url}
        placeholder={picture.placeholder}
        alt={alt}
        onError={onError}
        className={clsx('max-h-full max-w-full object-contain', className)}
      />
    )
  }
  // The picture was removed to save space; its blurred preview is still kept.
  if (picture.placeholder && small)
    return <BlurUntilLoaded src={undefined} placeholder={picture.placeholder} alt="" />
  return (
    <span
      className={clsx(
        'flex flex-col items-center gap-2 text-center text-[#5a6570]',
        picture.placeholder && 'rounded-md bg-white/85 p-3',
      )}
    >
      {picture.placeholder && (
        <span className="absolute inset-0 -z-10 p-3">
          <BlurUntilLoaded src={undefined} placeholder={picture.placeholder} alt="" />
        </span>
      )}
      <ImageOff className={small ? 'size-4' : 'size-7'} strokeWidth={1.25} aria-hidden />
      {!small && (
        <span className="max-w-48 text-xs">
          {picture.url ? 'This picture cannot be shown.' : 'Not kept on this computer yet.'}
        </span>
      )}
    </span>
  )
}
