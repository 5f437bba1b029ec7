import type { ReactNode } from 'react'
import type { DraftColumn } from '../../../../src-shared/feeds/draft/columns.ts'
import { LookupInput } from '../../../form/inputs/lookup-input.tsx'
import { countryOptions } from '../../../form/inputs/options.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { TextArea, TextField } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

interface ColumnInputProps {
  column: DraftColumn
  value: string
  onChange: (value: string) => void
  label?: ReactNode
  labelHidden?: boolean
}

/** One value for a column: by name where it is an identifier of a list, a choice where there are few, else text. */
export function ColumnInput({
  column,
  value,
  onChange,
  label = column.label,
  labelHidden = false,
}: ColumnInputProps) {
  const frame = { label, labelHidden, help: column.help, error: undefined, required: false }
  if (column.lookup)
    return <LookupInput kind={column.lookup} field={{ value, change: onChange }} frame={frame} />
  const options = column.options ?? (column.input === 'country' ? countryOptions : undefined)
  if (column.input === 'country' && options)
    return (
      <Combobox
        {...frame}
        options={options}
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(option) => onChange(option?.value ?? '')}
      />
    )
  if (options && ['choice', 'flag', 'unit'].includes(column.input))
    return (
      <Select
        {...frame}
        options={options.filter((option) => option.value !== '')}
        value={value}
        onValueChange={onChange}
      />
    )
  const typed = {
    ...frame,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (column.input === 'paragraph') return <TextArea {...typed} />
  return <TextField {...typed} autoComplete="off" />
}

/** What a column is called where it stands alone: with what it is part of, `Grocery · Ingredients`. */
export const columnName = ({ label, around }: DraftColumn): string => [...around, label].join(' · ')
