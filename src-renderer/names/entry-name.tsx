import { useQuery } from '@tanstack/react-query'
import type { ListKind } from '../../src-shared/catalog/model.ts'
import { entriesNamed, namedEntries } from '../rpc/named-entries.ts'

interface EntryNameProps {
  kind: ListKind
  id: string
  /** Shows the identifier after the name. */
  hasId?: boolean
}

/** Name of a lookup entry; its identifier while loading or if no list has it. */
export function EntryName({ kind, id, hasId = false }: EntryNameProps) {
  const found = useQuery(namedEntries(kind, id))
  const name = found.data?.find((entry) => entry.id === id)?.name
  if (name === undefined || !hasId) return name ?? id
  return (
    <span title={id}>
      {name} <span className="text-xs text-ink-faint">{id}</span>
    </span>
  )
}

/** The names of lookup entries by identifier, where known. */
export function useEntryNames(kind: ListKind, ids: readonly string[]): ReadonlyMap<string, string> {
  const found = useQuery({
    queryKey: ['names', kind, ...ids],
    queryFn: () => entriesNamed(kind, ids),
    enabled: ids.length > 0,
    networkMode: 'always',
  })
  return new Map(
    [...(found.data ?? [])].flatMap(([id, entries]) => {
      const name = entries.find((entry) => entry.id === id)?.name
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}
