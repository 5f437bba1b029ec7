import { Meter as Base } from '@base-ui/react/meter'
import clsx from 'clsx'

export interface MeterPart {
  value: number
  /** The ground it is filled with. */
  className: string
}

/** How much of something that is bounded is taken, in one or more parts. */
export function Meter({
  label,
  detail,
  most,
  parts,
}: {
  label: string
  /** In words, for those who listen. */
  detail: string
  most: number
  parts: readonly MeterPart[]
}) {
  const taken = parts.reduce((sum, { value }) => sum + value, 0)
  const percent = (value: number): number => (most > 0 ? Math.min(100, (value / most) * 100) : 0)
  return (
    <Base.Root
      value={Math.round(percent(taken))}
      aria-label={label}
      aria-valuetext={detail}
      className="w-full"
    >
      <Base.Track className="flex h-2 overflow-hidden rounded-full bg-pressed forced-colors:border">
        {parts.map(({ value, className }) => (
          <span
            key={className}
            className={clsx('block h-full', className)}
            // The smallest amount is still to be seen.
            style={{ width: `${percent(value)}%`, minWidth: value > 0 ? 2 : 0 }}
          />
        ))}
      </Base.Track>
    </Base.Root>
  )
}
