import { type Ref, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { PictureImage } from './picture-image.tsx'
import type { Picture } from './pictures.ts'

/** Position and scale of a picture on its stage. At `scale` 1 it is fitted to the stage. */
export interface Placement {
  scale: number
  x: number
  y: number
}

interface PictureStageProps {
  picture: Picture
  itemName: string
  stage: Ref<ReactZoomPanPinchRef>
  onPlaced: (placement: Placement) => void
  /** Called when the picture has loaded, with its natural size and its fitted size. */
  onLoaded: (image: HTMLImageElement) => void
}

/**
 * A picture that can be zoomed with the wheel or two fingers, and moved by dragging. A double click zooms in
 * and out.
 */
export function PictureStage({ picture, itemName, stage, onPlaced, onLoaded }: PictureStageProps) {
  const [isDragging, setIsDragging] = useState(false)
  return (
    <figure className="relative h-full min-h-0 min-w-0 overflow-hidden rounded-lg border border-line bg-white">
      <TransformWrapper
        // The key resets the zoom for each picture.
        key={picture.key}
        ref={stage}
        minScale={1}
        maxScale={40}
        wheel={{ step: 0.0015 }}
        doubleClick={{ mode: 'toggle', step: 1.2 }}
        centerZoomedOut
        onTransform={(_, { scale, positionX, positionY }) => onPlaced({ scale, x: positionX, y: positionY })}
        onPanningStart={() => setIsDragging(true)}
        onPanningStop={() => setIsDragging(false)}
      >
        <TransformComponent
          wrapperStyle={{ width: '100%', height: '100%', cursor: isDragging ? 'grabbing' : 'grab' }}
          contentStyle={{
            width: '100%',
            height: '100%',
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
          }}
        >
          <PictureImage
            picture={picture}
            alt={`${itemName}: ${picture.title}`}
            onLoaded={onLoaded}
            className="pointer-events-none select-none"
          />
        </TransformComponent>
      </TransformWrapper>
      <figcaption className="sr-only">{picture.title}</figcaption>
    </figure>
  )
}
