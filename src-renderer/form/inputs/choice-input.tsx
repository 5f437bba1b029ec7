import { Select } from '../../ui/select.tsx'
import type { InputProps } from './input-props.ts'
import { optionsOf } from './options.ts'

/** One of the values the schema allows. An optional field can go back to "not given". */
export function ChoiceInput({ member, field, frame }: InputProps) {
  const options = optionsOf(member).filter((option) => option.value !== '')
  return (
    <Select
      {...frame}
      value={field.value}
      onValueChange={field.change}
      placeholder="Not given"
      options={frame.required ? options : [{ value: '', label: 'Not given' }, ...options]}
    />
  )
}
