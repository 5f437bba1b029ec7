import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ListKind, LookupEntry } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { wholeNumber } from '../../ui/words.ts'
import type { InputProps } from './input-props.ts'

const shownEntries = 50
const asOption = ({ id, name }: LookupEntry) => ({ value: id, label: `${name} (${id})` })

export interface LookupInputProps {
  kind: ListKind
  field: Pick<InputProps['field'], 'value' | 'change'>
  frame: Omit<InputProps['frame'], 'label'> & { label: ReactNode }
}

/**
 * A manufacturer, brand, distributor, retailer or category, found by name or identifier. An identifier that the local lists
 * do not have can be kept as typed: the service may know more than this computer.
 */
export function LookupInput({ kind, field, frame }: LookupInputProps) {
  const [text, setText] = useState('')
  const found = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind, text, limit: shownEntries } }))
  const current = useQuery(
    rpc.catalog.lookup.queryOptions({
      input: { kind, text: field.value, limit: shownEntries },
      enabled: field.value !== '',
    }),
  )
  const options = (found.data?.entries ?? []).map(asOption)
  const typed = text.trim()
  // Offered only when the answer is there: before it, the first option would be the wrong one.
  const isNew = found.isSuccess && /^\S+$/.test(typed) && !options.some((option) => option.value === typed)
  const entry = [...(current.data?.entries ?? []), ...(found.data?.entries ?? [])].find(
    ({ id }) => id === field.value,
  )
  const total = found.data?.total ?? 0
  return (
    <Combobox
      {...frame}
      options={isNew ? [...options, { value: typed, label: `Use the identifier ${typed}` }] : options}
      value={field.value === '' ? null : entry ? asOption(entry) : { value: field.value, label: field.value }}
      onValueChange={(option) => {
        setText('')
        field.change(option?.value ?? '')
      }}
      onSearch={setText}
      status={
        found.isPending
          ? 'Searching…'
          : total > options.length
            ? `${wholeNumber(options.length)} of ${wholeNumber(total)}. Type to narrow down.`
            : undefined
      }
      placeholder="Name or identifier"
    />
  )
}
