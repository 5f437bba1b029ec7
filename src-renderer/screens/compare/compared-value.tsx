import { type ReactNode, useMemo } from 'react'
import { wordDiff } from '../../../src-shared/history/word-diff.ts'
import type { AnyValue } from '../../../src-shared/vocabulary/kit/value.ts'
import { Absent } from '../../ui/layout/key-value.tsx'
import { hasContent } from '../item/field-text.ts'
import { LeafValue } from '../item/leaf-value.tsx'
import { GroupValue } from '../item/record-fields.tsx'
import type { ComparedField } from './comparison.ts'

/** Kinds of input for free text, which is compared word by word. */
const prose = new Set(['text', 'paragraph'])

/** The value of one item. Words that differ from `base`, the value of the first item, are marked. */
export function ComparedValue({
  field,
  value,
  base,
}: {
  field: ComparedField
  value: unknown
  base: unknown
}): ReactNode {
  const { member } = field
  if (!hasContent(value)) return <Absent />
  if (!member || member.type.kind === 'leaf') {
    if (!member)
      return <pre className="font-mono text-xs break-words whitespace-pre-wrap">{String(value)}</pre>
    const input = member.input ?? (member.type.kind === 'leaf' ? member.type.input : undefined)
    const isProse = input !== undefined && prose.has(input)
    return isProse && hasContent(base) && base !== value ? (
      <MarkedWords base={String(base)} text={String(value)} />
    ) : (
      <LeafValue member={member} text={String(value)} />
    )
  }
  // The parsed value of a group is an object.
  return <GroupValue group={member.type} value={value as AnyValue} />
}

function MarkedWords({ base, text }: { base: string; text: string }) {
  const parts = useMemo(() => wordDiff(base, text), [base, text])
  return (
    <p dir="auto" className="break-words whitespace-pre-line">
      {parts
        .filter(({ kind }) => kind !== 'removed')
        .map((part, index) =>
          part.kind === 'added' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity except their index
            <ins key={index} className="rounded-sm bg-warn-wash text-warn underline underline-offset-2">
              {part.text}
            </ins>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index}>{part.text}</span>
          ),
        )}
    </p>
  )
}
