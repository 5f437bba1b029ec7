import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { type ReactNode, useMemo, useState } from 'react'
import type { Difference } from '../../../../src-shared/history/diff.ts'
import { type TextPart, wordDiff } from '../../../../src-shared/history/word-diff.ts'
import type { Group } from '../../../../src-shared/vocabulary/kit/description.ts'
import type { AnyValue } from '../../../../src-shared/vocabulary/kit/value.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Absent } from '../../../ui/layout/key-value.tsx'
import { dateAndTime, placeLabel } from '../../../ui/text/words.ts'
import { hasContent } from '../field-text.ts'
import { LeafValue } from '../leaf-value.tsx'
import { RecordFields } from '../record-fields.tsx'

const kinds: Record<Difference['kind'], { label: string; tone: Tone }> = {
  changed: { label: t`Changed`, tone: 'accent' },
  added: { label: t`Added`, tone: 'good' },
  removed: { label: t`Removed`, tone: 'bad' },
  moved: { label: t`Order changed`, tone: 'neutral' },
}

interface DifferenceChoice {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** One difference: field, earlier value and later value. */
export function DifferenceRow({
  difference,
  choice,
}: {
  difference: Difference
  choice?: DifferenceChoice | undefined
}) {
  const { kind, laterAt, earlierAt } = difference
  const labels = difference.labels.map(placeLabel)
  const name = labels.join(', ')
  const kindBadge = kinds[kind]
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        {choice && <Checkbox label={t`Restore: ${name}`} labelHidden {...choice} />}
        <p className="text-sm font-medium">
          {labels.map((label, index) => (
            // The same label can occur twice in a path.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index} className={index < labels.length - 1 ? 'text-ink-faint' : undefined}>
              {index > 0 && <span aria-hidden> › </span>}
              {index > 0 && <span className="sr-only">, </span>}
              {label}
            </span>
          ))}
        </p>
        <Badge tone={kindBadge.tone}>{kindBadge.label}</Badge>
        <code className="ms-auto font-mono text-2xs break-all text-ink-faint">
          {kind === 'removed' ? earlierAt.path : laterAt.path}
        </code>
      </div>
      <div className="grid grid-cols-1 gap-2 @xl:grid-cols-2">
        <Values difference={difference} />
      </div>
    </li>
  )
}

function Values({ difference }: { difference: Difference }): ReactNode {
  const { kind, member, earlier, later } = difference
  if (kind === 'changed' && typeof earlier === 'string' && typeof later === 'string' && isProse(difference))
    return <ComparedTexts earlier={earlier} later={later} />
  if (hasSameText(difference))
    return (
      <>
        <Side side="earlier">
          <span className="tabular break-all">{String(earlier)}</span>
        </Side>
        <Side side="later">
          <span className="tabular break-all">{String(later)}</span>
        </Side>
      </>
    )
  return (
    <>
      <Side side="earlier">
        <Value member={member} value={earlier} />
      </Side>
      <Side side="later">
        <Value member={member} value={later} />
      </Side>
    </>
  )
}

/** Whether two timestamps have the same formatted text. They are then shown as in the record. */
const hasSameText = ({ kind, member, earlier, later }: Difference): boolean =>
  kind === 'changed' &&
  member?.type.kind === 'leaf' &&
  (member.input ?? member.type.input) === 'timestamp' &&
  dateAndTime(String(earlier)) === dateAndTime(String(later))

/** Whether a text is compared word by word. Dates, units and flags are compared as one value. */
const isProse = ({ member }: Difference): boolean =>
  member === undefined ||
  (member.type.kind === 'leaf' &&
    !['timestamp', 'unit', 'flag', 'choice', 'view'].includes(member.input ?? member.type.input))

/** A value of a record or a feed, rendered by its description in the vocabulary. */
export function Value({ member, value }: { member: Difference['member']; value: unknown }): ReactNode {
  if (value === undefined) return <Absent />
  if (!hasContent(value))
    return (
      <span className="text-ink-faint">
        <Trans>empty</Trans>
      </span>
    )
  if (Array.isArray(value)) {
    return (
      <ol className="flex list-decimal flex-col gap-1 ps-5">
        {value.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a record have no identifier
          <li key={index}>
            <Value member={member} value={entry} />
          </li>
        ))}
      </ol>
    )
  }
  if (typeof value === 'object')
    return <RecordFields group={member?.type as Group} value={value as AnyValue} />
  if (!member) return <pre className="font-mono text-xs break-words whitespace-pre-wrap">{String(value)}</pre>
  return <LeafValue member={member} text={String(value)} />
}

/**
 * Maximum length of a common part shown in full, in characters. A longer part is abbreviated in the middle.
 */
const maxCommonLength = 320
const keptLength = 120

/**
 * Two texts side by side with the differing words marked. Long common parts are abbreviated until the person
 * expands them.
 */
function ComparedTexts({ earlier, later }: { earlier: string; later: string }) {
  const parts = useMemo(() => wordDiff(earlier, later), [earlier, later])
  const [isExpanded, setExpanded] = useState(false)
  const isLong = parts.some(({ kind, text }) => kind === 'same' && text.length > maxCommonLength)
  const texts = isExpanded ? parts : parts.map(shortened)
  return (
    <>
      <Text parts={texts.filter(({ kind }) => kind !== 'added')} side="earlier" />
      <Text parts={texts.filter(({ kind }) => kind !== 'removed')} side="later" />
      {isLong && (
        <button
          type="button"
          onClick={() => setExpanded(!isExpanded)}
          className="col-span-full justify-self-start rounded-sm text-xs text-accent hover:underline"
        >
          {isExpanded ? t`Show only the parts that differ` : t`Show the whole texts`}
        </button>
      )}
    </>
  )
}

function shortened(part: TextPart, index: number, parts: readonly TextPart[]): TextPart {
  const { kind, text } = part
  if (kind !== 'same' || text.length <= maxCommonLength) return part
  const start = index === 0 ? '' : text.slice(0, text.indexOf(' ', keptLength) + 1 || keptLength)
  const end = index === parts.length - 1 ? '' : text.slice(text.lastIndexOf(' ', text.length - keptLength))
  return { kind, text: `${start}…${end}` }
}

/**
 * One of the two texts. Words that only this text contains are marked with an element and a color, not by
 * color alone.
 */
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

/** Frame of the earlier or later value. In a narrow window, the two are stacked. */
function Side({ side, children }: { side: 'earlier' | 'later'; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'min-w-0 rounded-md border-s-2 bg-canvas px-3 py-2 text-sm',
        side === 'earlier' ? 'border-bad' : 'border-good',
      )}
    >
      <span className="sr-only">{side === 'earlier' ? t`Earlier: ` : t`Later: `}</span>
      {children}
    </div>
  )
}
