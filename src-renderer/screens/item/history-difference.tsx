import type { ReactNode } from 'react'
import type { Difference } from '../../../src-shared/history/diff.ts'
import type { Group } from '../../../src-shared/vocabulary/kit/description.ts'
import type { AnyValue } from '../../../src-shared/vocabulary/kit/value.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Absent } from '../../ui/key-value.tsx'
import { dateAndTime } from '../../ui/words.ts'
import { ComparedTexts, Side } from './history-text.tsx'
import { LeafValue } from './leaf-value.tsx'
import { hasContent, RecordFields } from './record-fields.tsx'

const kinds: Record<Difference['kind'], { label: string; tone: Tone }> = {
  changed: { label: 'Changed', tone: 'accent' },
  added: { label: 'Added', tone: 'good' },
  removed: { label: 'Removed', tone: 'bad' },
  moved: { label: 'Other order', tone: 'neutral' },
}

export interface DifferenceChoice {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** One field in which two versions differ: what it is, what it was, what it is now. */
export function DifferenceRow({
  difference,
  choice,
}: {
  difference: Difference
  choice?: DifferenceChoice | undefined
}) {
  const { kind, labels, laterAt, earlierAt } = difference
  const name = labels.join(', ')
  const look = kinds[kind]
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        {choice && <Checkbox label={`Restore: ${name}`} labelHidden {...choice} />}
        <p className="text-sm font-medium">
          {labels.map((label, index) => (
            // The same word may stand twice on the way down.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index} className={index < labels.length - 1 ? 'text-ink-faint' : undefined}>
              {index > 0 && <span aria-hidden> › </span>}
              {index > 0 && <span className="sr-only">, </span>}
              {label}
            </span>
          ))}
        </p>
        <Badge tone={look.tone}>{look.label}</Badge>
        <code className="ml-auto font-mono text-2xs break-all text-ink-faint">
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
  if (looksAlike(difference))
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

/** Two times of the same minute: only as the record has them can they be told apart. */
const looksAlike = ({ kind, member, earlier, later }: Difference): boolean =>
  kind === 'changed' &&
  member?.type.kind === 'leaf' &&
  (member.input ?? member.type.input) === 'timestamp' &&
  dateAndTime(String(earlier)) === dateAndTime(String(later))

/** Texts are compared word by word; a date, a unit or a flag is one thing. */
const isProse = ({ member }: Difference): boolean =>
  member === undefined ||
  (member.type.kind === 'leaf' &&
    !['timestamp', 'unit', 'flag', 'choice', 'view'].includes(member.input ?? member.type.input))

function Value({ member, value }: { member: Difference['member']; value: unknown }): ReactNode {
  if (value === undefined) return <Absent />
  if (!hasContent(value)) return <span className="text-ink-faint">empty</span>
  if (Array.isArray(value)) {
    return (
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        {value.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a record have no identity but their order
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
