import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'
import type { PictureBox } from '../../../src-shared/evidence/model.ts'
import type { PhotographPreview } from '../../../src-shared/evidence/photograph.ts'
import { ZoomButtons } from '../evidence/finding-picture.tsx'
import { PictureStage } from '../item/pictures/picture-stage.tsx'

interface PhotographPictureProps {
  name: string
  /** Undefined while it is drawn, null if it cannot be shown. */
  preview: PhotographPreview | null | undefined
  /** The part that is looked at. */
  box: PictureBox | undefined
  otherBoxes: readonly PictureBox[]
}

/** The photograph, with its codes and the value that is looked at marked. */
export function PhotographPicture({ name, preview, box, otherBoxes }: PhotographPictureProps) {
  const stage = useRef<ReactZoomPanPinchRef>(null)
  if (!preview)
    return (
      <p className="flex min-h-40 items-center justify-center rounded-lg border border-line bg-sunken p-6 text-center text-sm text-ink-soft">
        {preview === null && <Trans>This photograph cannot be shown here.</Trans>}
      </p>
    )
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-2">
      <div className="relative min-h-0 flex-1 max-lg:h-64 max-lg:flex-none short:max-lg:h-44">
        <PictureStage
          picture={{
            ...{ key: name, fileName: '', title: t`Photograph`, url: preview.url, thumbnail: preview.url },
            ...{ placeholder: undefined, storedFile: undefined, medium: undefined },
          }}
          itemName={name}
          stage={stage}
          box={box}
          otherBoxes={otherBoxes}
          onLoaded={() => undefined}
        />
      </div>
      <ZoomButtons stage={stage} />
    </div>
  )
}
