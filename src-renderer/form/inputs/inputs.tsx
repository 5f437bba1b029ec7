import { t } from '@lingui/core/macro'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { FieldFrame, TextField } from '../../ui/inputs/field.tsx'
import { PlainSelect } from '../../ui/inputs/plain-select.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { dateAndTime } from '../../ui/text/words.ts'
import type { LeafField } from '../fields/use-field.ts'
import type { Member } from '../place.ts'
import { optionsOf } from './options.ts'

/** One of the values the schema allows. An optional field can go back to "not given". */
export function ChoiceInput({ member, field, frame }: InputProps) {
  const options = optionsOf(member).filter((option) => option.value !== '')
  return (
    <Select
      {...frame}
      value={field.value}
      onValueChange={field.change}
      placeholder={t`Not given`}
      options={frame.required ? options : [{ value: '', label: t`Not given` }, ...options]}
    />
  )
}

/** A country, shown by its name and stored by its code. */
export function CountryInput({ member, field, frame }: InputProps) {
  const options = optionsOf(member).map(({ value, label }) => ({
    value,
    label: label === value ? value : `${label} (${value})`,
  }))
  const chosen = options.find((option) => option.value === field.value)
  return (
    <Combobox
      {...frame}
      options={options}
      value={chosen ?? (field.value === '' ? null : { value: field.value, label: field.value })}
      onValueChange={(option) => field.change(option?.value ?? '')}
      placeholder={t`Not given`}
    />
  )
}

/** A unit, shown by its symbol and stored by its code. Codes that are not in the list are kept. */
export function UnitInput({ member, field, frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <PlainSelect
          {...ids}
          options={optionsOf(member)}
          none={t`Not given`}
          invalid={frame.error !== undefined}
          value={field.value}
          onValueChange={field.change}
        />
      )}
    </FieldFrame>
  )
}

/**
 * A date and time in ISO 8601 with offset. It is stored as typed, because the offset is part of it; the help
 * shows it in local time.
 */
export function TimestampInput({ field, frame }: InputProps) {
  const understood = field.value !== '' && !Number.isNaN(Date.parse(field.value))
  return (
    <TextField
      {...frame}
      help={understood ? t`${dateAndTime(field.value)} on this computer` : frame.help}
      placeholder="2026-05-01T12:00:00+00:00"
      spellCheck={false}
      value={field.value}
      onChange={(event) => field.change(event.target.value)}
    />
  )
}

/** Free text with suggestions for the usual values. */
export function SuggestInput({ member, field, frame }: InputProps) {
  const id = useId()
  const options = optionsOf(member)
  const chosen = options.find((option) => option.value === field.value)
  const meaning = chosen && chosen.label !== chosen.value && !frame.labelHidden ? chosen.label : undefined
  return (
    <>
      <TextField
        {...frame}
        help={meaning ?? frame.help}
        list={id}
        spellCheck={false}
        autoComplete="off"
        value={field.value}
        onChange={(event) => field.change(event.target.value)}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label === option.value ? undefined : option.label}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** A flag with three states: yes, no, and not given. The vocabulary defines the spelling (`Y` or `true`). */
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
          { value: '', label: t`Not given` },
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

/** Props of every kind of input. */
export interface InputProps {
  member: Member
  field: LeafField
  /** Label, help, error and required mark, for the frame around the control. */
  frame: {
    label: string
    labelHidden: boolean
    help: ReactNode
    error: string | undefined
    required: boolean
  }
}
