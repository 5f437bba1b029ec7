import { type } from '@orpc/contract'
import * as z from 'zod'
import { query } from '../rpc/procedure.ts'
import {
  type CatalogFacets,
  type CatalogPage,
  catalogSelection,
  catalogSort,
  type ItemView,
  type LookupEntry,
  listKinds,
  type QueryCompletion,
} from './model.ts'

export const catalogContract = {
  /**
   * Rows of a selection by exact position. A call that its asker aborts before it runs is dropped; of those waiting the
   * newest runs first.
   */
  search: query('items', 'lookups', 'media')
    .input(
      catalogSelection.extend({
        sort: catalogSort.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(type<CatalogPage>()),
  facets: query('items', 'lookups', 'drafts', 'outbox').input(catalogSelection).output(type<CatalogFacets>()),
  /** The position of an item in a selection; null when it is not in it. */
  position: query('items')
    .input(catalogSelection.extend({ sort: catalogSort.optional(), id: z.string() }))
    .output(type<number | null>()),
  /** Identifiers of a part of a selection, in the order of the list. */
  ids: query('items')
    .input(
      catalogSelection.extend({
        sort: catalogSort.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(10_000),
      }),
    )
    .output(type<string[]>()),
  /** What can follow what is typed, at a place of the text. */
  complete: query('lookups', 'items')
    .input(z.object({ text: z.string().max(500), at: z.int().min(0) }))
    .output(type<QueryCompletion>()),
  item: query('items', 'media', 'received-feeds')
    .input(z.object({ id: z.string() }))
    .output(type<ItemView>()),
  lookup: query('lookups')
    .input(
      z.object({
        kind: z.enum(listKinds),
        text: z.string().default(''),
        limit: z.int().max(500).default(50),
      }),
    )
    .output(type<{ total: number; entries: LookupEntry[] }>()),
}
