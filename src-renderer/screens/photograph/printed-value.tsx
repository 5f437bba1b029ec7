import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Locate } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PictureBox } from '../../../src-shared/evidence/model.ts'
import type { PhotographPreview } from '../../../src-shared/evidence/photograph.ts'
import { Button } from '../../ui/button.tsx'
import { Enlarged } from '../evidence/finding-picture.tsx'

/** Maximum height of an enlarged part in pixels. */
const maxCropHeight = 72

interface PrintedValueProps {
  title: string
  badge?: ReactNode
  /** The value of the record; absent for a new item. */
  recorded?: string
  printed: string
  box: PictureBox
  preview: PhotographPreview | undefined
  onShow: (box: PictureBox) => void
  /** Buttons, or what was done with the value. */
  children: ReactNode
}

/** A value as printed, with the part of the photograph that shows it, and the value of the record. */
export const PrintedValue = ({
  title,
  badge,
  recorded,
  printed,
  box,
  preview,
  onShow,
  children,
}: PrintedValueProps) => (
  <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
    <div className="flex flex-wrap items-center gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {badge}
    </div>
    <dl className="grid grid-cols-2 gap-x-4">
      {recorded !== undefined && (
        <div className="min-w-0">
          <dt className="text-xs text-ink-soft">
            <Trans>Record</Trans>
          </dt>
          <dd dir="auto" className="tabular text-base font-medium break-words">
            {recorded}
          </dd>
        </div>
      )}
      <div className="min-w-0">
        <dt className="text-xs text-ink-soft">
          <Trans>Label</Trans>
        </dt>
        <dd dir="auto" className="tabular text-base font-medium break-words">
          {printed}
        </dd>
      </div>
    </dl>
    {preview && <Enlarged url={preview.url} box={box} size={preview} maxHeight={maxCropHeight} />}
    <div className="flex flex-wrap items-center gap-2">
      {children}
      {preview && (
        <Button
          size="small"
          variant="ghost"
          icon={<Locate className="size-3.5" aria-hidden />}
          aria-label={t`Show “${title}” in the photograph`}
          onClick={() => onShow(box)}
        >
          <Trans>Show</Trans>
        </Button>
      )}
    </div>
  </div>
)
