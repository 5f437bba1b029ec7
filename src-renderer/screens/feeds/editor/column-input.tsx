import { useMemo } from 'react'
import type { DraftColumn } from '../../../../src-shared/feeds/draft/columns.ts'
import { ItemInput } from '../../../form/inputs/item-input.tsx'
import { LookupInput } from '../../../form/inputs/lookup-input.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { TextArea, TextField } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { choicesOf } from './grid/columns/grid-columns.ts'

interface ColumnInputProps {
  column: DraftColumn
  value: string
  onChange: (value: string) => void
  label?: string
}

/**
 * Input for a value of a column: a lookup for identifiers, a select or combobox for a fixed list, otherwise a
 * text field.
 */
export function ColumnInput({ column, value, onChange, label = column.label }: ColumnInputProps) {
  const options = useMemo(() => choicesOf(column), [column])
  const frame = { label, labelHidden: false, help: column.help, error: undefined, required: false }
  if (column.lookup)
    return <LookupInput kind={column.lookup} field={{ value, change: onChange }} frame={frame} />
  if (column.input === 'item')
    return (
      <ItemInput
        field={{ value, change: onChange, error: undefined, warning: undefined, path: '' }}
        frame={frame}
      />
    )
  if (options && ['country', 'language', 'view'].includes(column.input))
    return (
      <Combobox
        {...frame}
        options={options}
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(option) => onChange(option?.value ?? '')}
      />
    )
  if (options) return <Select {...frame} options={options} value={value} onValueChange={onChange} />
  const textProps = {
    ...frame,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (column.input === 'paragraph') return <TextArea {...textProps} />
  return <TextField {...textProps} autoComplete="off" />
}

/** Label of a column outside its group, with the labels of its parents: `Grocery · Ingredients`. */
export const columnName = ({ label, around }: DraftColumn): string => [...around, label].join(' · ')
