import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Columns2, Download, Minus, Plus, Scan, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'
import { checkPicture } from '../../../../src-shared/media/picture-checks.ts'
import { viewName } from '../../../../src-shared/views.ts'
import { medium as mediumDescription } from '../../../../src-shared/vocabulary/elements/item.ts'
import type { ViewerProps } from '../../../pictures/viewer-context.ts'
import { pictureSource } from '../../../rpc/session.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { PlainSelect } from '../../../ui/inputs/plain-select.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { RecordFields } from '../record-fields.tsx'
import { backgroundOf } from './background-of.ts'
import { PictureStage, type Placement } from './picture-stage.tsx'
import { mimeTypeOf, type Picture, viewOf } from './pictures.ts'

/** A loaded picture with its size and background. */
interface Loaded {
  url: string | undefined
  width: number
  height: number
  image: HTMLImageElement
  background: ReturnType<typeof backgroundOf>
}

const zoomStep = 0.5

/**
 * Shows one picture full size, or two side by side that zoom and move together. Keys: Left and Right for the
 * previous and next picture, plus and minus to zoom, 0 to fit, 1 for actual pixels.
 */
export function PictureViewer({ open, onOpenChange, pictures, shown, onShow, itemName }: ViewerProps) {
  const content = useRef<HTMLDivElement>(null)
  const left = useRef<ReactZoomPanPinchRef>(null)
  const right = useRef<ReactZoomPanPinchRef>(null)
  const [rightIndex, setRightIndex] = useState<number>()
  const [scale, setScale] = useState(1)
  const [loaded, setLoaded] = useState<Loaded>()
  const picture = pictures[shown]
  const loadedPicture = picture && loaded?.url === picture.url ? loaded : undefined
  const fitted = useFittedWidth(loadedPicture?.image)
  if (!picture) return null
  const other = rightIndex === undefined ? undefined : pictures[rightIndex]
  const showOther = (step: number) => {
    setScale(1)
    onShow((shown + step + pictures.length) % pictures.length)
  }
  // Applies the placement of one stage to the other. Does nothing if it already has it, which ends the
  // feedback loop.
  const follow = (from: 'left' | 'right', { scale: next, x, y }: Placement) => {
    if (from === 'left') setScale(next)
    const partner = (from === 'left' ? right : left).current
    const state = partner?.state
    if (partner && state && (state.scale !== next || state.positionX !== x || state.positionY !== y))
      partner.setTransform(x, y, next, 0)
  }
  const zoom = {
    in: () => left.current?.zoomIn(zoomStep, 100),
    out: () => left.current?.zoomOut(zoomStep, 100),
    fit: () => left.current?.resetTransform(100),
    pixels: () =>
      loadedPicture && fitted && left.current?.centerView(Math.max(1, loadedPicture.width / fitted), 100),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement) return
    const actions: Record<string, () => unknown> = {
      ArrowLeft: () => showOther(-1),
      ArrowRight: () => showOther(1),
      '+': zoom.in,
      '=': zoom.in,
      '-': zoom.out,
      '0': zoom.fit,
      '1': zoom.pixels,
    }
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="full"
      title={picture.title}
      description={itemName}
      initialFocus={content}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut for the buttons inside */}
      <div
        ref={content}
        tabIndex={-1}
        className="grid min-h-full grid-cols-1 grid-rows-[minmax(12rem,1fr)_auto] gap-5 outline-none short:h-full short:min-h-0 short:grid-cols-[minmax(0,1fr)_13rem] short:grid-rows-1 md:h-full md:min-h-0 md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-1"
        onKeyDown={onKeyDown}
      >
        <div className="relative grid min-h-0 auto-cols-fr grid-flow-col gap-2">
          <PictureStage
            picture={picture}
            itemName={itemName}
            stage={left}
            onPlaced={(placement) => follow('left', placement)}
            onLoaded={(image) =>
              setLoaded({
                url: picture.url,
                width: image.naturalWidth,
                height: image.naturalHeight,
                image,
                background: backgroundOf(image),
              })
            }
          />
          {other && (
            <PictureStage
              picture={other}
              itemName={itemName}
              stage={right}
              onPlaced={(placement) => follow('right', placement)}
              onLoaded={() => undefined}
            />
          )}
          <div
            role="toolbar"
            aria-label={t`Picture`}
            className="absolute right-3 bottom-3 flex items-center gap-1 rounded-md bg-surface p-1 shadow-popup"
          >
            {pictures.length > 1 && (
              <>
                <IconButton
                  size="small"
                  label={t`Previous picture`}
                  keys={['←']}
                  icon={<ChevronLeft className="size-4" />}
                  onClick={() => showOther(-1)}
                />
                <IconButton
                  size="small"
                  label={t`Next picture`}
                  keys={['→']}
                  icon={<ChevronRight className="size-4" />}
                  onClick={() => showOther(1)}
                />
                <IconButton
                  size="small"
                  label={other ? t`One picture` : t`Two side by side`}
                  icon={other ? <Square className="size-4" /> : <Columns2 className="size-4" />}
                  onClick={() => setRightIndex(other ? undefined : (shown + 1) % pictures.length)}
                />
              </>
            )}
            <IconButton
              size="small"
              label={t`Zoom out`}
              keys={['-']}
              icon={<Minus className="size-4" />}
              onClick={zoom.out}
            />
            <output aria-label={t`Size on screen`} className="tabular w-12 text-center text-xs">
              {loadedPicture && fitted
                ? `${Math.round((100 * scale * fitted) / loadedPicture.width)} %`
                : '–'}
            </output>
            <IconButton
              size="small"
              label={t`Zoom in`}
              keys={['+']}
              icon={<Plus className="size-4" />}
              onClick={zoom.in}
            />
            <IconButton
              size="small"
              label={t`Fit to window`}
              keys={['0']}
              icon={<Scan className="size-4" />}
              onClick={zoom.fit}
            />
            <button
              type="button"
              title={t`Actual size (1)`}
              onClick={zoom.pixels}
              className={buttonClass({ variant: 'ghost', size: 'small' })}
            >
              1:1
            </button>
          </div>
        </div>
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto">
          {other && (
            <PlainSelect
              aria-label={t`Picture on the right`}
              value={String(rightIndex)}
              onValueChange={(value) => setRightIndex(Number(value))}
              options={pictures.map(({ title }, index) => ({
                value: String(index),
                label: `${index + 1}. ${title}`,
              }))}
            />
          )}
          {picture.url && (
            <a
              href={pictureSource(picture.url)}
              download={picture.fileName}
              title={t`Saved as ${picture.fileName}`}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              <Download className="size-3.5" aria-hidden />
              <Trans>Download</Trans>
            </a>
          )}
          <PictureRemarks picture={picture} loaded={loadedPicture} />
          <PictureFactList picture={picture} loaded={loadedPicture} />
        </div>
      </div>
    </Dialog>
  )
}

/** Width of the picture when fitted to its stage, in CSS pixels, without zoom. It changes with the window. */
function useFittedWidth(image: HTMLImageElement | undefined): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    if (!image) return
    const observer = new ResizeObserver(() => setWidth(image.clientWidth))
    observer.observe(image)
    return () => observer.disconnect()
  }, [image])
  return width
}

/** The rules of the GS1 Product Image Specification that the picture does not meet. */
function PictureRemarks({ picture, loaded }: { picture: Picture; loaded: Loaded | undefined }) {
  const findings = checkPicture({
    view: viewOf(picture),
    mimeType: mimeTypeOf(picture),
    ...(loaded && { width: loaded.width, height: loaded.height }),
    ...(loaded?.background && { background: loaded.background }),
  })
  if (findings.length === 0) return null
  return (
    <section aria-label={t`Remarks`} className="rounded-md border border-line bg-warn-wash px-3 py-2 text-xs">
      <ul className="flex flex-col gap-1">
        {findings.map(({ check, message }) => (
          <li key={check}>{message}</li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft">
        <Trans>After the GS1 Product Image Specification.</Trans>
      </p>
    </section>
  )
}

function PictureFactList({
  picture: { medium, storedFile },
  loaded,
}: {
  picture: Picture
  loaded: Loaded | undefined
}) {
  const size = loaded && [{ label: t`Size`, value: t`${loaded.width} × ${loaded.height} pixels` }]
  return (
    <>
      <div>
        {size && <KeyValue entries={size} className="border-b border-line" />}
        {medium && <RecordFields group={mediumDescription} value={medium} except={['url']} />}
      </div>
      {!medium && storedFile && (
        <KeyValue
          entries={[
            { label: t`Version`, value: storedFile.type },
            { label: t`View`, value: viewName(storedFile.view) },
            { label: t`Media type`, value: storedFile.mimeType },
            { label: t`Description`, value: storedFile.description },
          ].filter(({ value }) => value !== '')}
        />
      )}
      <details className="text-xs text-ink-soft">
        <summary className="cursor-default">
          <Trans>Address at the service</Trans>
        </summary>
        <p className="pt-1 break-all select-all">{medium?.url ?? storedFile?.sourceUrl}</p>
      </details>
    </>
  )
}
