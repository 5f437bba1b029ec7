import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { rpc } from '../../rpc/client.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { wholeNumber } from '../../ui/words.ts'

export interface Party {
  id: string
  name: string
}

const shownEntries = 50
const words = {
  manufacturer: { label: 'Add a manufacturer', list: 'Chosen manufacturers' },
  brand: { label: 'Add a brand', list: 'Chosen brands' },
}

/** Several manufacturers or brands of the local lists, found by name or identifier. */
export function PartyPicker({
  kind,
  chosen,
  onChange,
}: {
  kind: 'manufacturer' | 'brand'
  chosen: readonly Party[]
  onChange: (chosen: Party[]) => void
}) {
  const [text, setText] = useState('')
  const found = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind, text, limit: shownEntries } }))
  const entries = (found.data?.entries ?? []).filter(({ id }) => !chosen.some((other) => other.id === id))
  const total = found.data?.total ?? 0
  const typed = text.trim()
  // The service may know more than the local lists, which come with the first sync.
  const isNew = found.isSuccess && /^\S+$/.test(typed) && !found.data.entries.some(({ id }) => id === typed)
  const add = (party: Party | undefined) => {
    setText('')
    if (party) onChange([...chosen, party])
  }
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label={words[kind].label}
        options={[
          ...entries.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
          ...(isNew ? [{ value: typed, label: `Use the identifier ${typed}` }] : []),
        ]}
        value={null}
        onValueChange={(option) =>
          add(
            option
              ? {
                  id: option.value,
                  name: entries.find(({ id }) => id === option.value)?.name ?? option.value,
                }
              : undefined,
          )
        }
        onSearch={setText}
        status={
          total > entries.length
            ? `${wholeNumber(entries.length)} of ${wholeNumber(total)}. Type to narrow down.`
            : undefined
        }
        placeholder="Name or identifier"
      />
      {chosen.length > 0 && (
        <ul aria-label={words[kind].list} className="flex flex-wrap gap-1.5">
          {chosen.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex h-6 items-center gap-1 rounded-full bg-sunken pr-1 pl-2.5 text-xs"
            >
              {name}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(chosen.filter((other) => other.id !== id))}
                className="flex size-5 items-center justify-center rounded-full text-ink-faint hover:bg-hover hover:text-ink"
              >
                <X className="size-3" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
