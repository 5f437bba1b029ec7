import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputClass } from './field.tsx'
import type { Option } from './select.tsx'

interface PlainSelectProps
  extends Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'className' | 'children'> {
  options: readonly Option[]
  value: string
  onValueChange: (value: string) => void
  /** The label of an empty option; absent if a value must be chosen. */
  none?: string
  invalid?: boolean
  /** `small` for tables. */
  height?: 'small' | 'medium'
  className?: string
}

/**
 * The browser's native select, styled as an input, for tables with many of them. It has no visible label, so
 * it needs an `aria-label`.
 */
export function PlainSelect({
  options,
  value,
  onValueChange,
  none,
  invalid = false,
  height = 'medium',
  className,
  ...rest
}: PlainSelectProps) {
  // A value missing from the options is shown unchanged, because stored data may have any value.
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <span className={clsx('relative block min-w-0', className)}>
      <select
        {...rest}
        value={value}
        aria-invalid={invalid || undefined}
        onChange={(event) => onValueChange(event.target.value)}
        className={clsx(
          inputClass(invalid),
          'cursor-default appearance-none truncate pe-7',
          height === 'small' ? 'h-7' : 'h-8',
          value === '' && 'text-ink-faint',
        )}
      >
        {(none !== undefined || value === '') && <option value="">{none ?? ''}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {!known && <option value={value}>{value}</option>}
      </select>
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 end-2 my-auto size-4 text-ink-faint"
        aria-hidden
      />
    </span>
  )
}
