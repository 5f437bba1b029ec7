import { Info } from 'lucide-react'
import type { Unknown } from '../../src-shared/vocabulary/kit/kit.ts'
import { useSlice } from './form-store.ts'
import type { Place } from './place.ts'

const shown = (unknown: Unknown): string =>
  unknown.kind === 'attribute' ? `@${unknown.name}` : `<${unknown.name}>`

/** Says that the document holds more than the form can show, and that it stays. */
export function UnknownNote({ place }: { place: Place }) {
  const slice = useSlice([...place.keys, 'unknown'])
  const named = (Array.isArray(slice) ? (slice as Unknown[]) : []).filter(
    ({ kind }) => kind === 'element' || kind === 'attribute',
  )
  if (named.length === 0) return null
  return (
    <p className="col-span-full flex items-start gap-1.5 text-xs text-ink-faint">
      <Info className="mt-0.5 size-3 shrink-0" aria-hidden />
      <span>
        Also here, and kept as it came:{' '}
        {named.map((unknown, index) => (
          <code
            // Unknown parts stand still; their place is their identity.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className="mr-1 rounded-sm bg-sunken px-1 font-mono text-2xs"
            title={unknown.content}
          >
            {shown(unknown)}
          </code>
        ))}
      </span>
    </p>
  )
}
