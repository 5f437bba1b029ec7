/** What texts name in the lists of names; questions of many cells go in one call. */

import { maxNamed } from '../../src-shared/catalog/contract.ts'
import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import { batched } from './batched.ts'
import { client, rpc } from './client.ts'

const asking = new Map<ListKind, (text: string) => Promise<LookupEntry[]>>()

function askFor(kind: ListKind): (text: string) => Promise<LookupEntry[]> {
  const known = asking.get(kind)
  if (known) return known
  const ask = batched((texts: string[]) => client.catalog.named({ kind, texts }), maxNamed)
  asking.set(kind, ask)
  return ask
}

/** The query of what one text names; it is asked again when a list changes. */
export const namedEntries = (kind: ListKind, text: string) => ({
  queryKey: rpc.catalog.named.queryKey({ input: { kind, texts: [text] } }),
  queryFn: () => askFor(kind)(text),
  networkMode: 'always' as const,
})

/** What texts name now: for each text, the entry with that identifier, or those of that name. */
export async function entriesNamed(
  kind: ListKind,
  texts: readonly string[],
): Promise<Map<string, LookupEntry[]>> {
  const ask = askFor(kind)
  return new Map(await Promise.all(texts.map(async (text) => [text, await ask(text)] as const)))
}
