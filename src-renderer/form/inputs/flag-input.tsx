import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import type { InputProps } from './input-props.ts'
import { optionsOf } from './options.ts'

/** A flag has three states: yes, no, and not given. Whether it is spelt Y or true is the vocabulary's matter. */
export function FlagInput({ member, field, frame }: InputProps) {
  const id = useId()
  const options = optionsOf(member).filter(({ value }) => value !== '')
  const known = field.value === '' || options.some(({ value }) => value === field.value)
  const described = [frame.error && `${id}-error`, frame.help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1">
      <Segmented
        label={frame.label}
        labelHidden={frame.labelHidden}
        value={field.value}
        onValueChange={field.change}
        invalid={frame.error !== undefined}
        describedBy={described || undefined}
        options={[
          ...options,
          { value: '', label: 'Not given' },
          ...(known ? [] : [{ value: field.value, label: field.value }]),
        ]}
      />
      {frame.error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          <span>{frame.error}</span>
        </p>
      )}
      {frame.help && (
        <p id={`${id}-help`} className="text-xs text-ink-faint">
          {frame.help}
        </p>
      )}
    </div>
  )
}
