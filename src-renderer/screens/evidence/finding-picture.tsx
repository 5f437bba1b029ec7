import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Minus, Plus, Scan } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'
import type { FindingRow, PictureBox } from '../../../src-shared/evidence/model.ts'
import { pictureSource } from '../../rpc/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { PictureStage } from '../item/pictures/picture-stage.tsx'
import { cropOf } from './crop-of.ts'
import { boxOf, itemName, pictureTitle } from './finding-words.ts'

/** Maximum height of an enlarged part in pixels. */
const maxCropHeight = 160
const zoomStep = 0.5

/** The picture of a finding with the part that it is about marked, and that part enlarged below it. */
export function FindingPicture({ finding }: { finding: FindingRow }) {
  const stage = useRef<ReactZoomPanPinchRef>(null)
  const url = `/pictures/${finding.sha256}/original`
  const [loaded, setLoaded] = useState<{ url: string; width: number; height: number }>()
  const box = boxOf(finding)
  const title = pictureTitle(finding)
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="relative min-h-64 flex-1">
        <PictureStage
          picture={{
            key: finding.sha256,
            fileName: '',
            title,
            url,
            thumbnail: `/pictures/${finding.sha256}/thumbnail`,
            placeholder: undefined,
            storedFile: undefined,
            medium: undefined,
          }}
          itemName={itemName(finding)}
          stage={stage}
          box={box}
          onLoaded={({ naturalWidth: width, naturalHeight: height }) => setLoaded({ url, width, height })}
        />
      </div>
      <div className="flex shrink-0 items-start gap-3">
        {box && loaded?.url === url && (
          <figure className="flex min-w-0 flex-col gap-1">
            <Enlarged url={url} box={box} size={loaded} />
            <figcaption className="text-xs text-ink-faint">
              <Trans>The marked part, enlarged</Trans>
            </figcaption>
          </figure>
        )}
        <ZoomButtons stage={stage} />
      </div>
    </div>
  )
}

/** Buttons that zoom a picture. */
export const ZoomButtons = ({ stage }: { stage: RefObject<ReactZoomPanPinchRef | null> }) => (
  <div role="toolbar" aria-label={t`Picture`} className="ms-auto flex shrink-0 gap-1">
    <IconButton
      size="small"
      label={t`Zoom out`}
      icon={<Minus className="size-4" />}
      onClick={() => stage.current?.zoomOut(zoomStep, 100)}
    />
    <IconButton
      size="small"
      label={t`Zoom in`}
      icon={<Plus className="size-4" />}
      onClick={() => stage.current?.zoomIn(zoomStep, 100)}
    />
    <IconButton
      size="small"
      label={t`Fit to window`}
      icon={<Scan className="size-4" />}
      onClick={() => stage.current?.resetTransform(100)}
    />
  </div>
)

interface EnlargedProps {
  url: string
  box: PictureBox
  /** Size of the picture in pixels. */
  size: { width: number; height: number }
  /** Maximum height in pixels. */
  maxHeight?: number
}

/** A part of a picture. */
export function Enlarged({ url, box, size, maxHeight = maxCropHeight }: EnlargedProps) {
  const crop = cropOf(box, size)
  const ratio = (crop.width * size.width) / (crop.height * size.height)
  const percent = (part: number) => `${100 * part}%`
  return (
    <span
      className="relative block max-w-full overflow-hidden rounded-md border border-line bg-white"
      style={{ aspectRatio: ratio, width: maxHeight * ratio }}
    >
      <img
        src={pictureSource(url)}
        alt={t`The marked part, enlarged`}
        className="absolute max-w-none"
        style={{
          width: percent(1 / crop.width),
          height: percent(1 / crop.height),
          left: percent(-crop.x / crop.width),
          top: percent(-crop.y / crop.height),
        }}
      />
    </span>
  )
}
