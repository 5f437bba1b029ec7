import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Mark, Marked } from '../../../../src-shared/feeds/preview/marked.ts'
import { wordDiff } from '../../../../src-shared/history/word-diff.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

/** Classes of removed and added words; the elements `del` and `ins` tell them apart without color. */
const deletedClass = 'rounded-sm bg-bad-wash text-bad decoration-1'
const insertedClass = 'rounded-sm bg-good-wash text-good decoration-1 underline-offset-2'

const badges: Record<Exclude<Mark, 'same'>, { label: string; tone: Tone }> = {
  changed: { label: t`Changed`, tone: 'accent' },
  added: { label: t`New`, tone: 'good' },
  removed: { label: t`Removed`, tone: 'bad' },
}

/** What the feed does to a part of the page. Renders nothing for an unchanged part. */
export function MarkBadge({ mark }: { mark: Mark }) {
  if (mark === 'same') return null
  return <Badge tone={badges[mark].tone}>{badges[mark].label}</Badge>
}

/** A short value: the old one struck, the new one after it. */
export function MarkedValue({
  value,
  show = itself,
}: {
  value: Marked<string>
  show?: (text: string) => ReactNode
}) {
  const { before, after, mark } = value
  if (mark === 'same') return after === undefined ? null : show(after)
  return (
    <>
      {before !== undefined && <del className={deletedClass}>{show(before)}</del>}
      {before !== undefined && after !== undefined && ' '}
      {after !== undefined && <ins className={insertedClass}>{show(after)}</ins>}
    </>
  )
}

const itself = (text: string): ReactNode => text

/** Whether a value is there before or after. */
export const isShown = ({ before, after }: Marked<unknown>): boolean =>
  before !== undefined || after !== undefined

/** Minimum share of a text that must be unchanged for a comparison word by word. */
const minCommonShare = 0.4

/** A text with the words that the feed removes struck, and the added ones marked. */
export function MarkedWords({ value }: { value: Marked<string> }) {
  const { before = '', after = '', mark } = value
  if (mark !== 'changed') return <MarkedValue value={value} />
  const parts = wordDiff(before, after)
  const common = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.trim().length : sum), 0)
  // Two texts with little in common are easier to read one after the other.
  if (common < minCommonShare * Math.max(before.length, after.length)) return <MarkedValue value={value} />
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'same') return <span key={key}>{text}</span>
    return kind === 'removed' ? (
      <del key={key} className={`${deletedClass} me-0.5`}>
        {text}
      </del>
    ) : (
      <ins key={key} className={insertedClass}>
        {text}
      </ins>
    )
  })
}

/** A paragraph with its changes marked. */
export function MarkedText({ value, className }: { value: Marked<string>; className?: string }) {
  return (
    <p dir="auto" className={clsx('max-w-[72ch] break-words whitespace-pre-line', className)}>
      <MarkedWords value={value} />
    </p>
  )
}

/** Short texts as a bullet list. */
export const MarkedList = ({ values }: { values: readonly Marked<string>[] }) => (
  <ul className="list-disc ps-5 text-sm">
    {values.map((value, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same text can occur twice
      <li key={index}>
        <MarkedValue value={value} />
      </li>
    ))}
  </ul>
)

interface PartProps {
  title?: ReactNode
  mark?: Mark
  /** Whether the feed itself contains this part; undefined if the feed contains everything shown. */
  isSent: boolean | undefined
  children: ReactNode
}

/** A part of the page: what the feed does to it, and whether the feed contains it. */
export function Part({ title, mark = 'same', isSent, children }: PartProps) {
  return (
    <section className={isSent === false ? 'text-ink-soft' : undefined}>
      {(title !== undefined || mark !== 'same' || isSent) && (
        <div className="mb-1 flex flex-wrap items-center gap-2">
          {title !== undefined && <h3 className="text-xs font-semibold text-ink-soft">{title}</h3>}
          <MarkBadge mark={mark} />
          {isSent && (
            <span className="text-xs font-medium text-accent-strong">
              <Trans>Sent</Trans>
            </span>
          )}
        </div>
      )}
      {children}
    </section>
  )
}
