import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

interface SegmentedProps<T extends string> {
  label: ReactNode
  labelHidden?: boolean
  options: readonly { value: T; label: ReactNode }[]
  /** Undefined if nothing is chosen yet. */
  value: T | undefined
  onValueChange: (value: T) => void
  disabled?: boolean
  /** Element ids of texts that describe the choice, such as an error. */
  describedBy?: string
  invalid?: boolean
  className?: string
}

/**
 * A choice of one of two to five visible options, built from native radio buttons: arrow keys change the
 * choice.
 */
export function Segmented<T extends string>({
  label,
  labelHidden,
  options,
  value,
  onValueChange,
  disabled,
  describedBy,
  invalid,
  className,
}: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={describedBy}
      className={clsx('flex min-w-0 flex-col gap-1', disabled && 'opacity-50', className)}
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1 text-xs font-medium text-ink-soft'}>{label}</legend>
      <div
        className={clsx(
          'inline-flex min-h-8 w-fit max-w-full flex-wrap items-stretch rounded-md border bg-sunken p-0.5',
          invalid ? 'border-bad' : 'border-line',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'flex min-h-6.5 cursor-default items-center rounded-sm px-2.5 text-xs font-medium whitespace-nowrap select-none',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'bg-raised text-ink shadow-low forced-colors:bg-accent forced-colors:text-accent-ink forced-colors:forced-color-adjust-none'
                : 'text-ink-faint hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
