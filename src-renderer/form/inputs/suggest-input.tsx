import { useId } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { InputProps } from './input-props.ts'
import { optionsOf } from './options.ts'

/** Text that is usually, but not always, one of a list: the usual ones are suggested, others can be typed. */
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
