/**
 * Lookup of the entries that a text refers to, in the lists of brands, manufacturers and so on. Lookups of
 * many cells are batched.
 */

import { maxNamed } from '../../src-shared/catalog/contract.ts'
import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import { batched } from './batched.ts'
import { client, rpc } from './client.ts'

const lookups = new Map<ListKind, (text: string) => Promise<LookupEntry[]>>()

function lookupFor(kind: ListKind): (text: string) => Promise<LookupEntry[]> {
  const known = lookups.get(kind)
  if (known) return known
  const lookup = batched((texts: string[]) => client.catalog.named({ kind, texts }), maxNamed)
  lookups.set(kind, lookup)
  return lookup
}

/** Query for the entries that one text refers to; refetched when a list changes. */
export const namedEntries = (kind: ListKind, text: string) => ({
  queryKey: rpc.catalog.named.queryKey({ input: { kind, texts: [text] } }),
  queryFn: () => lookupFor(kind)(text),
  networkMode: 'always' as const,
})

/** The entries that each text refers to now: the entry with that identifier, or all entries of that name. */
export async function entriesNamed(
  kind: ListKind,
  texts: readonly string[],
): Promise<Map<string, LookupEntry[]>> {
  const lookup = lookupFor(kind)
  return new Map(await Promise.all(texts.map(async (text) => [text, await lookup(text)] as const)))
}
