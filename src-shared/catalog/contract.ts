import { type } from '@orpc/contract'
import * as z from 'zod'
import { query } from '../rpc/procedure.ts'
import {
  type CatalogFacets,
  type CatalogPage,
  type CatalogRow,
  catalogSelection,
  catalogSort,
  type ItemPick,
  type ItemView,
  itemToFill,
  type LookupEntry,
  type LookupPage,
  listKinds,
  type QueryCompletion,
  type SmallPicture,
} from './model.ts'

/** Texts and pictures that are asked for in one call. */
export const maxNamed = 2000
export const maxPictures = 200

export const catalogContract = {
  /**
   * Rows of a selection by exact position. Aborted calls that have not begun are dropped; of the pending ones the
   * newest runs first.
   */
  search: query('items', 'lookups', 'media')
    .input(
      catalogSelection.extend({
        sort: catalogSort.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
        /** The first rows may be answered before their total is known (`isTotalExact`); asked again, it is. */
        isBeginningEnough: z.boolean().optional(),
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
  /** Completions at a cursor position. */
  complete: query('lookups', 'items')
    .input(z.object({ text: z.string().max(500), at: z.int().min(0) }))
    .output(type<QueryCompletion>()),
  item: query('items', 'media', 'received-feeds')
    .input(z.object({ id: z.string() }))
    .output(type<ItemView>()),
  /** Entries of a list by a part of their name, or by their identifier. */
  lookup: query('lookups')
    .input(
      z.object({
        kind: z.enum(listKinds),
        text: z.string().max(500).default(''),
        limit: z.int().max(500).default(50),
        /** Parent category; '' lists the top level. */
        below: z.string().max(500).optional(),
        /** The item the entry is for: what has something in common with it stands first, and says so. */
        item: itemToFill.optional(),
      }),
    )
    .output(type<LookupPage>()),
  /**
   * What each text names in a list: the entry with that identifier, else those of that name, case and accents ignored
   * (five at most).
   */
  named: query('lookups')
    .input(z.object({ kind: z.enum(listKinds), texts: z.array(z.string().max(1000)).max(maxNamed) }))
    .output(type<LookupEntry[][]>()),
  /** Entries of a list whose names are similar to a text, the most similar first. */
  near: query('lookups')
    .input(z.object({ kind: z.enum(listKinds), text: z.string().max(1000) }))
    .output(type<LookupEntry[]>()),
  /** A small picture of each: of the catalog's item with the identifier or the code, else one kept of these addresses. */
  pictures: query('items', 'media')
    .input(
      z.object({
        wanted: z
          .array(
            z.object({
              id: z.string().max(1000).optional(),
              code: z.string().max(1000).optional(),
              urls: z.array(z.string().max(10_000)).max(5),
            }),
          )
          .max(maxPictures),
      }),
    )
    .output(type<SmallPicture[]>()),
  /** Items by words, by a product code in any usual form, or by their identifier. */
  pickItem: query('items', 'media')
    .input(z.object({ text: z.string().max(500), limit: z.int().min(1).max(100).default(20) }))
    .output(type<ItemPick>()),
  /** The item of an identifier as a row; null when the catalog on this computer has none. */
  itemRow: query('items', 'media')
    .input(z.object({ id: z.string().max(500) }))
    .output(type<CatalogRow | null>()),
}
