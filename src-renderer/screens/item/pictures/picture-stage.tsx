import { type Ref, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { PictureImage } from './picture-image.tsx'
import type { Picture } from './pictures.ts'

/** How a picture lies on its stage; `scale` 1 is fitted to the stage. */
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
  /** Told when the picture is loaded: its own size, and the size at which it is fitted. */
  onLoaded: (image: HTMLImageElement) => void
}

/** A picture that the wheel and two fingers make larger, and that is moved by dragging; a double click goes in and back. */
export function PictureStage({ picture, itemName, stage, onPlaced, onLoaded }: PictureStageProps) {
  const [isHeld, setIsHeld] = useState(false)
  return (
    <figure className="relative h-full min-h-0 min-w-0 overflow-hidden rounded-lg border border-line bg-white">
      <TransformWrapper
        // Another picture begins fitted.
        key={picture.key}
        ref={stage}
        minScale={1}
        maxScale={40}
        wheel={{ step: 0.0015 }}
        doubleClick={{ mode: 'toggle', step: 1.2 }}
        centerZoomedOut
        onTransform={(_, { scale, positionX, positionY }) => onPlaced({ scale, x: positionX, y: positionY })}
        onPanningStart={() => setIsHeld(true)}
        onPanningStop={() => setIsHeld(false)}
      >
        <TransformComponent
          wrapperStyle={{ width: '100%', height: '100%', cursor: isHeld ? 'grabbing' : 'grab' }}
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
