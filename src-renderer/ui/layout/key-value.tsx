import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Term } from '../overlays/term.tsx'
import type { TermName } from '../overlays/terms.ts'
import { type Copied, CopyField } from '../text/copy-field.tsx'

export interface Entry {
  label: ReactNode
  value: ReactNode
  /** The term explained next to the label. */
  term?: TermName | undefined
  /** The text or table that a button next to the value copies. The label is then a string. */
  copied?: Copied | undefined
}

/** Labels and values in two columns. An absent value is shown as a dash and read out as words. */
export function KeyValue({ entries, className }: { entries: readonly Entry[]; className?: string }) {
  return (
    <dl
      className={clsx(
        'grid grid-cols-[minmax(5rem,min(11rem,36%))_minmax(0,1fr)] gap-x-4 text-sm',
        className,
      )}
    >
      {entries.map(({ label, value, copied, term }, index) => (
        <div
          // The index can be the key: entries do not move, and two may have the same label.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          className="group/copy col-span-2 grid grid-cols-subgrid border-b border-line py-1.5 last:border-0"
        >
          <dt className="text-ink-faint">
            {label}
            {term && <Term name={term} />}
          </dt>
          <dd className={clsx('min-w-0 break-words', copied && 'flex items-start justify-between gap-2')}>
            {value === undefined || value === null || value === '' ? (
              <Absent />
            ) : copied ? (
              <div className="min-w-0 flex-1">{value}</div>
            ) : (
              value
            )}
            {copied && <CopyField label={String(label)} copied={copied} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Short values below their labels, side by side, such as the measures of a package. */
export const Measures = ({ entries }: { entries: readonly Entry[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-2 border-b border-line pb-2 text-sm last:border-0">
    {entries.map(({ label, value, copied, term }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries do not move, and two may have the same label
      <div key={index} className="group/copy min-w-0">
        <dt className="text-xs text-ink-faint">
          {label}
          {term && <Term name={term} />}
        </dt>
        <dd className="flex items-start gap-1 font-medium">
          {value}
          {copied && <CopyField label={String(label)} copied={copied} />}
        </dd>
      </div>
    ))}
  </dl>
)

/** The mark for an absent value. */
export const Absent = () => (
  <span className="text-ink-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">
      <Trans>not given</Trans>
    </span>
  </span>
)
