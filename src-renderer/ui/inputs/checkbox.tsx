import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import clsx from 'clsx'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface CheckboxProps {
  label: ReactNode
  /** Hides the label visually; assistive technology still reads it. */
  labelHidden?: boolean
  help?: ReactNode
  checked: boolean
  indeterminate?: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  tabIndex?: number
}

export function Checkbox({
  label,
  labelHidden,
  help,
  checked,
  indeterminate,
  onCheckedChange,
  disabled,
  tabIndex,
}: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI puts the native input inside, where the rule cannot see it
    <label className={clsx('inline-flex items-start gap-2 text-sm', disabled && 'opacity-50')}>
      <Base.Root
        checked={checked}
        indeterminate={indeterminate}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-surface data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent"
      >
        <Base.Indicator className="text-accent-ink data-unchecked:hidden">
          {indeterminate ? (
            <Minus className="size-3" strokeWidth={3} />
          ) : (
            <Check className="size-3" strokeWidth={3} />
          )}
        </Base.Indicator>
      </Base.Root>
      <span className={labelHidden ? 'sr-only' : 'min-w-0'}>
        {label}
        {help && <span className="block text-xs text-ink-faint">{help}</span>}
      </span>
    </label>
  )
}

interface SwitchProps {
  label: ReactNode
  help?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

/** A switch whose change takes effect immediately. */
export function Switch({ label, help, checked, onCheckedChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI puts the native input inside, where the rule cannot see it
    <label className={clsx('flex items-start justify-between gap-4', disabled && 'opacity-50')}>
      <span className="min-w-0">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        {help && (
          <span id={`${id}-help`} className="block text-xs text-ink-faint">
            {help}
          </span>
        )}
      </span>
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={help ? `${id}-help` : undefined}
        className="mt-0.5 flex h-5 w-9 shrink-0 rounded-full bg-edge p-0.5 transition-colors data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-4 rounded-full bg-white shadow-low transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4" />
      </BaseSwitch.Root>
    </label>
  )
}
