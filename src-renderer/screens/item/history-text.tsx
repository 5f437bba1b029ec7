import clsx from 'clsx'
import { type ReactNode, useMemo, useState } from 'react'
import { type TextPart, wordDiff } from '../../../src-shared/history/word-diff.ts'
import { Absent } from '../../ui/key-value.tsx'

/** A stretch both texts have is shortened in its middle when it is longer than this. */
const longStretch = 320
const shown = 120

/** Two texts side by side, the words that differ marked. Long stretches they share are shortened until asked for. */
export function ComparedTexts({ earlier, later }: { earlier: string; later: string }) {
  const parts = useMemo(() => wordDiff(earlier, later), [earlier, later])
  const [isWhole, setWhole] = useState(false)
  const isLong = parts.some(({ kind, text }) => kind === 'same' && text.length > longStretch)
  const texts = isWhole ? parts : parts.map(shortened)
  return (
    <>
      <Text parts={texts.filter(({ kind }) => kind !== 'added')} side="earlier" />
      <Text parts={texts.filter(({ kind }) => kind !== 'removed')} side="later" />
      {isLong && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="col-span-full justify-self-start rounded-sm text-xs text-accent hover:underline"
        >
          {isWhole ? 'Show only the surroundings of what differs' : 'Show the whole texts'}
        </button>
      )}
    </>
  )
}

function shortened(part: TextPart, index: number, parts: readonly TextPart[]): TextPart {
  const { kind, text } = part
  if (kind !== 'same' || text.length <= longStretch) return part
  const start = index === 0 ? '' : text.slice(0, text.indexOf(' ', shown) + 1 || shown)
  const end = index === parts.length - 1 ? '' : text.slice(text.lastIndexOf(' ', text.length - shown))
  return { kind, text: `${start}…${end}` }
}

/** One side. What only it has is marked by its element and its colour, so that nobody depends on the colour. */
function Text({ parts, side }: { parts: readonly TextPart[]; side: 'earlier' | 'later' }) {
  return (
    <Side side={side}>
      {parts.length === 0 ? (
        <Absent />
      ) : (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {parts.map(({ kind, text }, index) => {
            const key = `${index} ${kind}`
            if (kind === 'same') return <span key={key}>{text}</span>
            return kind === 'removed' ? (
              <del key={key} className="rounded-sm bg-bad-wash text-bad decoration-1">
                {text}
              </del>
            ) : (
              <ins key={key} className="rounded-sm bg-good-wash text-good decoration-1 underline-offset-2">
                {text}
              </ins>
            )
          })}
        </p>
      )}
    </Side>
  )
}

/** The frame of an earlier or later value. In a narrow window the two stand under each other. */
export function Side({ side, children }: { side: 'earlier' | 'later'; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'min-w-0 rounded-md border-l-2 bg-canvas px-3 py-2 text-sm',
        side === 'earlier' ? 'border-bad' : 'border-good',
      )}
    >
      <span className="sr-only">{side === 'earlier' ? 'Earlier: ' : 'Later: '}</span>
      {children}
    </div>
  )
}
