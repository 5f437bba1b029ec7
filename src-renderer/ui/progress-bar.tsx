import { Progress } from '@base-ui/react/progress'

/** How far something is, from 0 to 1; `null` when only that it goes on is known. */
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
        <Progress.Indicator className="block h-full rounded-full bg-accent transition-[width] duration-300 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Progress.Track>
    </Progress.Root>
  )
}
