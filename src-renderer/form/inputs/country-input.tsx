import { Combobox } from '../../ui/combobox.tsx'
import type { InputProps } from './input-props.ts'
import { optionsOf } from './options.ts'

/** A country by its name; the code is what is stored. */
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
      placeholder="Not given"
    />
  )
}
