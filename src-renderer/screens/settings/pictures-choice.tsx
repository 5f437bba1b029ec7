import { useState } from 'react'
import type { PictureChoice, PictureState, PictureViews } from '../../../src-shared/rpc/media-contract.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { byteSize } from '../../ui/words.ts'

const views: { value: PictureViews; label: string }[] = [
  { value: 'front', label: 'Front only' },
  { value: 'sides', label: 'Front, left and right' },
  { value: 'all', label: 'All' },
]
const asItCame = 'original'
const sizes: Option[] = [
  { value: asItCame, label: 'Original' },
  ...[2000, 1200, 600].map((side) => ({ value: String(side), label: `At most ${side} pixels` })),
]
const gigabyte = 1_000_000_000
const unlimited = 'none'
const quotas: Option[] = [
  ...[1, 5, 20, 50, 100, 500].map((size) => ({ value: String(size * gigabyte), label: `${size} GB` })),
  { value: unlimited, label: 'No limit' },
]

interface PicturesChoiceProps {
  state: PictureState
  busy: boolean
  onChoose: (change: Partial<PictureChoice>) => void
}

/** Which views, how large, and how much room. Less room than is taken is confirmed first. */
export function PicturesChoice({ state, busy, onChoose }: PicturesChoiceProps) {
  const { choice, bytes, pinnedBytes } = state
  const [quota, setQuota] = useState<number>()
  const excess = quota === undefined ? 0 : Math.min(bytes - quota, bytes - pinnedBytes)
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label="Views of each item"
        options={views}
        value={choice.views}
        disabled={busy}
        onValueChange={(next) => onChoose({ views: next })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Size"
          options={sizes}
          value={choice.longestSide === null ? asItCame : String(choice.longestSide)}
          disabled={busy}
          help="Smaller pictures save room. Those that are here already stay as they are."
          onValueChange={(value) => onChoose({ longestSide: value === asItCame ? null : Number(value) })}
        />
        <Select
          label="Room on this computer"
          options={quotas}
          value={choice.quota === null ? unlimited : String(choice.quota)}
          disabled={busy}
          help="When it is full, those not looked at for longest make room. Pinned items are kept."
          onValueChange={(value) => {
            const next = value === unlimited ? null : Number(value)
            if (next !== null && bytes > next) setQuota(next)
            else onChoose({ quota: next })
          }}
        />
      </div>
      <ConfirmDialog
        open={quota !== undefined}
        onOpenChange={(open) => !open && setQuota(undefined)}
        title="Remove pictures to fit?"
        description={`About ${byteSize(Math.max(0, excess))} of pictures are removed from this computer at once, those not looked at for longest first. They can be fetched again while there is a network.`}
        confirmLabel="Remove and keep to it"
        busy={busy}
        onConfirm={() => {
          if (quota !== undefined) onChoose({ quota })
          setQuota(undefined)
        }}
      />
    </div>
  )
}
