import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  PictureChoice,
  PictureRelease,
  PictureState,
  PictureViews,
} from '../../../src-shared/media/model.ts'
import { rpc } from '../../rpc/client.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { byteSize, counted } from '../../ui/words.ts'

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
  onChoose: (choice: PictureChoice) => void
}
/** A choice that lets go of pictures, waiting for a yes. */
interface Question {
  choice: PictureChoice
  words: string
}

/** Which views, how large, and how much room. What lets go of pictures says so, and is confirmed first. */
export function PicturesChoice({ state, busy, onChoose }: PicturesChoiceProps) {
  const { choice, bytes, derivedBytes, pinnedBytes } = state
  const [question, setQuestion] = useState<Question>()
  const release = useMutation(
    rpc.media.release.mutationOptions({
      onSuccess(freed, next) {
        if (freed.removed + freed.reduced === 0) onChoose(next)
        else setQuestion({ choice: next, words: releaseWords(freed) })
      },
      onError: (error) => void toast.failed('The choice was not kept', error),
    }),
  )
  const taken = bytes + derivedBytes
  const chooseQuota = (quota: number | null) => {
    const next = { ...choice, quota }
    if (quota === null || taken <= quota) onChoose(next)
    else setQuestion({ choice: next, words: quotaWords(Math.min(taken - quota, taken - pinnedBytes)) })
  }
  const disabled = busy || release.isPending
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label="Views of each item"
        options={views}
        value={choice.views}
        disabled={disabled}
        onValueChange={(next) => release.mutate({ ...choice, views: next })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Size"
          options={sizes}
          value={choice.longestSide === null ? asItCame : String(choice.longestSide)}
          disabled={disabled}
          help="Smaller pictures save room. Larger ones are made smaller, and fetched again when you change back."
          onValueChange={(value) =>
            release.mutate({ ...choice, longestSide: value === asItCame ? null : Number(value) })
          }
        />
        <Select
          label="Room on this computer"
          options={quotas}
          value={choice.quota === null ? unlimited : String(choice.quota)}
          disabled={disabled}
          help="When it is full, those not looked at for longest make room. Pinned items are kept."
          onValueChange={(value) => chooseQuota(value === unlimited ? null : Number(value))}
        />
      </div>
      <ConfirmDialog
        open={question !== undefined}
        onOpenChange={(open) => !open && setQuestion(undefined)}
        title="Let go of pictures?"
        description={`${question?.words ?? ''} They can be fetched again while there is a network.`}
        confirmLabel="Let go of them"
        busy={busy}
        onConfirm={() => {
          if (question) onChoose(question.choice)
          setQuestion(undefined)
        }}
      />
    </div>
  )
}

function releaseWords({ removed, reduced, bytes }: PictureRelease): string {
  const what = [
    ...(removed > 0 ? [`${counted(removed, 'picture')} removed`] : []),
    ...(reduced > 0 ? [`${counted(reduced, 'picture')} made smaller`] : []),
  ].join(', ')
  return `This frees about ${byteSize(bytes)}: ${what}. Those of pinned items stay as they are.`
}
const quotaWords = (excess: number): string =>
  `This frees about ${byteSize(Math.max(0, excess))}: pictures are removed at once, those not looked at for longest first.`
