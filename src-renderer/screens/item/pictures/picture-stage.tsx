import clsx from 'clsx'
import { type Ref, useEffect, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { PictureBox } from '../../../../src-shared/evidence/model.ts'
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
  onPlaced?: (placement: Placement) => void
  /** Called when the picture has loaded, with its natural size and its fitted size. */
  onLoaded: (image: HTMLImageElement) => void
  /** A part of the picture to mark. */
  box?: PictureBox | undefined
  /** Further parts to mark, less visibly. */
  otherBoxes?: readonly PictureBox[]
}

/**
 * A picture that can be zoomed with the wheel or two fingers, and moved by dragging. A double click zooms in
 * and out.
 */
export function PictureStage({
  picture,
  itemName,
  stage,
  onPlaced,
  onLoaded,
  box,
  otherBoxes = [],
}: PictureStageProps) {
  const [isDragging, setIsDragging] = useState(false)
  const [image, setImage] = useState<HTMLImageElement>()
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
        onTransform={(_, { scale, positionX, positionY }) =>
          onPlaced?.({ scale, x: positionX, y: positionY })
        }
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
            onLoaded={(loaded) => {
              setImage(loaded)
              onLoaded(loaded)
            }}
            className="pointer-events-none select-none"
          />
          {image &&
            otherBoxes.map((other) => (
              <MarkedPart
                key={`${image.src.length} ${other.x} ${other.y} ${other.width}`}
                image={image}
                box={other}
                isFaint
              />
            ))}
          {box && image && <MarkedPart key={image.src} image={image} box={box} />}
        </TransformComponent>
      </TransformWrapper>
      <figcaption className="sr-only">{picture.title}</figcaption>
    </figure>
  )
}

/** Frame around a part of the fitted picture. It is zoomed and moved with the picture. */
function MarkedPart({
  image,
  box,
  isFaint = false,
}: {
  image: HTMLImageElement
  box: PictureBox
  isFaint?: boolean
}) {
  const [place, setPlace] = useState({ left: 0, top: 0, width: 0, height: 0 })
  useEffect(() => {
    const measure = () =>
      setPlace({
        left: image.offsetLeft,
        top: image.offsetTop,
        width: image.offsetWidth,
        height: image.offsetHeight,
      })
    const observer = new ResizeObserver(measure)
    observer.observe(image)
    if (image.parentElement) observer.observe(image.parentElement)
    return () => observer.disconnect()
  }, [image])
  return (
    <span
      data-marked={isFaint ? undefined : true}
      aria-hidden
      style={{
        left: place.left + box.x * place.width,
        top: place.top + box.y * place.height,
        width: box.width * place.width,
        height: box.height * place.height,
      }}
      className={clsx(
        'pointer-events-none absolute rounded-[1px] forced-color-adjust-none',
        isFaint
          ? 'outline-1 outline-offset-1 outline-[#0b5cad]'
          : 'outline-2 outline-offset-2 outline-[#d6006c] ring-4 ring-white/80',
      )}
    />
  )
}
