import { Meter as Base } from '@base-ui/react/meter'
import { Progress } from '@base-ui/react/progress'
import clsx from 'clsx'

/** A progress bar from 0 to 1; `null` if the progress is unknown. */
export function ProgressBar({
  value,
  label,
  detail,
}: {
  value: number | null
  label: string
  detail?: string
}) {
  return (
    <Progress.Root
      value={value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)}
      aria-label={label}
      {...(detail ? { 'aria-valuetext': detail } : {})}
      className="w-full"
    >
      <Progress.Track className="block h-1.5 overflow-hidden rounded-full bg-pressed forced-colors:border">
        <Progress.Indicator className="block h-full rounded-full bg-accent forced-colors:forced-color-adjust-none transition-[width] duration-300 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Progress.Track>
    </Progress.Root>
  )
}

interface MeterPart {
  value: number
  /** Tailwind class of its colour. */
  className: string
}

/** A bar that shows the used part of a limited amount, in one or more segments. */
export function Meter({
  label,
  detail,
  max,
  parts,
}: {
  label: string
  /** The numbers as text, for assistive technology. */
  detail: string
  max: number
  parts: readonly MeterPart[]
}) {
  const used = parts.reduce((sum, { value }) => sum + value, 0)
  const percent = (value: number): number => (max > 0 ? Math.min(100, (value / max) * 100) : 0)
  return (
    <Base.Root
      value={Math.round(percent(used))}
      aria-label={label}
      aria-valuetext={detail}
      className="w-full"
    >
      <Base.Track className="flex h-2 overflow-hidden rounded-full bg-pressed forced-colors:border">
        {parts.map(({ value, className }) => (
          <span
            key={className}
            className={clsx('block h-full forced-colors:forced-color-adjust-none', className)}
            // Keeps the smallest amounts visible.
            style={{ width: `${percent(value)}%`, minWidth: value > 0 ? 2 : 0 }}
          />
        ))}
      </Base.Track>
    </Base.Root>
  )
}
