import clsx from 'clsx'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { medium as mediumDescription } from '../../../src-shared/vocabulary/item.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { PictureImage } from './picture-image.tsx'
import type { Picture } from './pictures.ts'
import { RecordFields } from './record-fields.tsx'

export interface PictureDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pictures: readonly Picture[]
  shown: number
  onShow: (index: number) => void
  itemName: string
}

/** One picture in full, fitted or at its own size, with everything known about it. Arrow keys turn the pages. */
export function PictureDialog({ open, onOpenChange, pictures, shown, onShow, itemName }: PictureDialogProps) {
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
