import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { CircleAlert, Search, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

/** The classes of every text input. */
export const inputClass = (invalid = false): string =>
  clsx(
    'w-full min-w-0 text-ellipsis rounded-md border bg-surface px-2.5 text-sm text-ink transition-colors',
    'focus-visible:outline-2 focus-visible:-outline-offset-1 disabled:opacity-50 [&:is(input,textarea):read-only]:bg-canvas',
    invalid
      ? 'border-bad focus-visible:outline-bad'
      : 'border-edge/70 hover:border-edge focus-visible:outline-focus',
  )

export interface FieldFrameProps {
  label: ReactNode
  /** Hides the label visually; assistive technology still reads it. */
  labelHidden?: boolean
  help?: ReactNode
  /** The error message; marks the control as invalid. */
  error?: ReactNode
  required?: boolean
  className?: string
}

interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A control with its label, help and error, connected for assistive technology. */
export function FieldFrame({
  label,
  labelHidden,
  help,
  error,
  required,
  className,
  children,
}: FieldFrameProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId()
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-xs font-medium text-ink-soft'}>
        {label}
        {required && (
          <span className="text-bad" aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-ink-faint">
          {help}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'className'>

export function TextField({ label, labelHidden, help, error, required, className, ...rest }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, labelHidden, help, error, required, className }}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          aria-required={required}
          className={clsx(inputClass(Boolean(error)), 'h-8')}
        />
      )}
    </FieldFrame>
  )
}

type TextAreaProps = FieldFrameProps & Omit<ComponentProps<'textarea'>, 'className'>

export function TextArea({
  label,
  labelHidden,
  help,
  error,
  required,
  className,
  rows = 3,
  style,
  ...rest
}: TextAreaProps) {
  return (
    <FieldFrame {...{ label, labelHidden, help, error, required, className }}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          rows={rows}
          // `field-sizing: content` ignores the `rows` attribute, so the minimum height is set here.
          style={{ ...style, minHeight: rows > 3 ? `calc(${rows}lh + 1rem)` : undefined }}
          aria-required={required}
          className={clsx(
            inputClass(Boolean(error)),
            'field-sizing-content max-h-[60vh] min-h-16 resize-y py-1.5',
          )}
        />
      )}
    </FieldFrame>
  )
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value'> {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Shown at the end of the empty field, such as a shortcut. */
  hint?: ReactNode
  className?: string
}

export function SearchField({ label, value, onValueChange, hint, className, ...rest }: SearchFieldProps) {
  return (
    <div className={clsx('relative min-w-0', className)}>
      <Search className="pointer-events-none absolute top-2 start-2.5 size-4 text-ink-faint" aria-hidden />
      <input
        type="search"
        spellCheck={false}
        autoComplete="off"
        {...rest}
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className={clsx(
          inputClass(),
          'h-8 appearance-none pe-8 ps-8 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <span className="absolute top-0 end-1 flex h-8 items-center">
        {value === '' ? (
          <span className="pe-1">{hint}</span>
        ) : (
          <button
            type="button"
            aria-label={t`Clear search`}
            onClick={() => onValueChange('')}
            className="flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X className="size-4" aria-hidden />
          </button>
        )}
      </span>
    </div>
  )
}
