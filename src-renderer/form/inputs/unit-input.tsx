import { FieldFrame } from '../../ui/field.tsx'
import { PlainSelect } from '../../ui/plain-select.tsx'
import type { InputProps } from './input-props.ts'
import { optionsOf } from './options.ts'

/** A unit by its symbol; the code is what is stored, and codes that are not in the list are kept. */
export function UnitInput({ member, field, frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <PlainSelect
          {...ids}
          options={optionsOf(member)}
          none="Not given"
          invalid={frame.error !== undefined}
          value={field.value}
          onValueChange={field.change}
        />
      )}
    </FieldFrame>
  )
}
