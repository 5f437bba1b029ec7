import type { Unknown } from '../../../src-shared/vocabulary/kit/value.ts'

const kinds: Record<Unknown['kind'], string> = {
  element: 'Element',
  attribute: 'Attribute',
  text: 'Text',
  comment: 'Comment',
}

/** What a record holds beyond the vocabulary, as it came. Draws nothing when there is none. */
export function UnknownContent({ unknown }: { unknown: readonly Unknown[] | undefined }) {
  if (!unknown || unknown.length === 0) return null
  return (
    <dl className="rounded-md border border-dashed border-line-strong px-3 py-2 text-xs">
      {unknown.map((one, index) => (
        // The same element may come twice; its place tells the two apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="py-0.5">
          <dt className="text-ink-faint">
            {kinds[one.kind]} {one.name && <code className="font-mono text-ink-soft">{one.name}</code>}{' '}
            outside the vocabulary
          </dt>
          <dd className="font-mono break-words whitespace-pre-wrap text-ink">{one.content}</dd>
        </div>
      ))}
    </dl>
  )
}
