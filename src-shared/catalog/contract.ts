import { type } from '@orpc/contract'
import * as z from 'zod'
import { query } from '../rpc/procedure.ts'
import {
  type CatalogFacets,
  type CatalogPage,
  catalogSelection,
  type FrontView,
  type ItemView,
  type LookupEntry,
  listKinds,
} from './model.ts'

export const catalogContract = {
  search: query('items', 'lookups', 'media')
    .input(catalogSelection.extend({ offset: z.int().min(0), limit: z.int().min(1).max(500) }))
    .output(type<CatalogPage>()),
  facets: query('items', 'lookups').input(catalogSelection).output(type<CatalogFacets>()),
  item: query('items', 'media', 'received-feeds')
    .input(z.object({ id: z.string() }))
    .output(type<ItemView>()),
  /** Small front pictures of items, in the order of the identifiers. */
  fronts: query('items', 'media')
    .input(z.object({ ids: z.array(z.string()).max(500) }))
    .output(type<FrontView[]>()),
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
