import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Entry {
  label: ReactNode
  value: ReactNode
}

/** Labels and values in two columns. An absent value is a dash, with words for assistive technology. */
export function KeyValue({ entries, className }: { entries: readonly Entry[]; className?: string }) {
  return (
    <dl
      className={clsx(
        'grid grid-cols-[minmax(5rem,min(11rem,36%))_minmax(0,1fr)] gap-x-4 text-sm',
        className,
      )}
    >
      {entries.map(({ label, value }, index) => (
        <div
          // The index is the key: two entries may have the same label.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5 last:border-0"
        >
          <dt className="text-ink-faint">{label}</dt>
          <dd className="min-w-0 break-words">
            {value === undefined || value === null || value === '' ? <Absent /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The mark for a value that is not there. */
export const Absent = () => (
  <span className="text-ink-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">not given</span>
  </span>
)
