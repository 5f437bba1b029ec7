import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ItemToFill, ListKind } from '../../../src-shared/catalog/model.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import { rpc } from '../../rpc/client.ts'
import type { Option } from '../../ui/inputs/select.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { listWords, optionsOfEntries } from './lookup-words.ts'

const shownEntries = 50

interface LookupQuery {
  kind: ListKind
  text: string
  item?: ItemToFill | undefined
}
const queryOf = ({ kind, text, item }: LookupQuery) =>
  rpc.catalog.lookup.queryOptions({ input: { kind, text, limit: shownEntries, item } })

interface Lookup {
  entries: readonly Option[]
  /** Option for an identifier that the local list does not have. It must be chosen explicitly. */
  further: Option | undefined
  status: string | undefined
  isPending: boolean
}

/** Options of a lookup list for the text typed so far. Without a kind, no request is sent. */
export function useLookup({
  kind,
  ...query
}: { kind: ListKind | undefined } & Omit<LookupQuery, 'kind'>): Lookup {
  const isEnabled = kind !== undefined
  const found = useQuery({ ...queryOf({ kind: kind ?? 'brand', ...query }), enabled: isEnabled })
  const typed = query.text.trim()
  const page = isEnabled ? found.data : undefined
  const entries = kind && page ? optionsOfEntries(kind, page.entries) : []
  const total = page?.total ?? 0
  return {
    entries,
    further:
      kind && page?.mayBeIdentifier
        ? {
            value: typed,
            label: t`Use the identifier ${typed}`,
            isExplicit: true,
            note: t`No ${listWords[kind].one} of this computer’s list has it.`,
          }
        : undefined,
    isPending: isEnabled && found.isPending,
    status:
      isEnabled && found.isPending
        ? t`Searching…`
        : total > entries.length
          ? t`${wholeNumber(entries.length)} of ${wholeNumber(total)}. Type to narrow down.`
          : undefined,
  }
}

/**
 * Returns a function that resolves to the identifier of the first match of a text, or, if `isExact`, of the
 * only entry with exactly this name or identifier; undefined if there is none. An entry with a merely similar
 * name is no match: a person has to see it before it is chosen.
 */
export function useLookupMatch(): (query: LookupQuery, isExact: boolean) => Promise<string | undefined> {
  const queries = useQueryClient()
  return async (query, isExact) => {
    const { entries } = await queries.fetchQuery(queryOf(query))
    if (!isExact) return entries.find(({ isSimilar }) => !isSimilar)?.id
    const typed = query.text.trim()
    const byId = entries.find(({ id }) => id === typed)
    const named = entries.filter(({ name }) => fold(name) === fold(typed))
    const exact = named.filter(({ name }) => name === typed)
    const [only, ...others] = exact.length > 0 ? exact : named
    return byId?.id ?? (others.length === 0 ? only?.id : undefined)
  }
}
