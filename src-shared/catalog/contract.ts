import { type } from '@orpc/contract'
import * as z from 'zod'
import { query } from '../rpc/procedure.ts'
import {
  type CatalogFacets,
  type CatalogPage,
  type CatalogRow,
  type CategorySuggestion,
  catalogSelection,
  catalogSort,
  categoryTexts,
  type ItemPick,
  type ItemView,
  itemToFill,
  type LookupEntry,
  type LookupPage,
  listKinds,
  type QueryCompletion,
  type SmallPicture,
} from './model.ts'

/** Maximum texts and pictures of one call. */
export const maxNamed = 2000
export const maxPictures = 200

export const catalogContract = {
  /**
   * Rows of a selection by exact position. Aborted calls that have not started are dropped; pending ones
   * run newest first.
   */
  search: query('items', 'lookups', 'media', 'scores', 'findings')
    .input(
      catalogSelection.extend({
        sort: catalogSort.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
        /**
         * Allows the first rows to be returned before their total is known (`isTotalExact`). The next call
         * returns the exact total.
         */
        allowIncomplete: z.boolean().optional(),
        /** Adds `contents` to each row, read from its record. */
        withContents: z.boolean().optional(),
      }),
    )
    .output(type<CatalogPage>()),
  facets: query('items', 'lookups', 'drafts', 'outbox', 'scores', 'findings')
    .input(catalogSelection)
    .output(type<CatalogFacets>()),
  /** The position of an item in a selection; null when the selection does not contain it. */
  position: query('items', 'scores', 'findings')
    .input(catalogSelection.extend({ sort: catalogSort.optional(), id: z.string() }))
    .output(type<number | null>()),
  /** Identifiers of a part of a selection, in list order. */
  ids: query('items', 'scores', 'findings')
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
  /**
   * For a selection that has no items: its query with the misspelled words replaced by words of the catalog.
   * Null if no correction finds an item.
   */
  correctedText: query('items', 'scores').input(catalogSelection).output(type<string | null>()),
  item: query('items', 'media', 'received-feeds')
    .input(z.object({ id: z.string() }))
    .output(type<ItemView>()),
  /** Entries of a list that match a part of their name, or their identifier; if few do, similar names too. */
  lookup: query('lookups')
    .input(
      z.object({
        kind: z.enum(listKinds),
        text: z.string().max(500).default(''),
        limit: z.int().max(500).default(50),
        /** Parent category; '' lists the top level. */
        below: z.string().max(500).optional(),
        /**
         * The item that the entry is chosen for. Entries with something in common with it are listed first,
         * with `common` set.
         */
        item: itemToFill.optional(),
      }),
    )
    .output(type<LookupPage>()),
  /**
   * The list entries for each text: the entry with that identifier, or else up to five entries with that
   * name. Case and accents are ignored.
   */
  named: query('lookups')
    .input(z.object({ kind: z.enum(listKinds), texts: z.array(z.string().max(1000)).max(maxNamed) }))
    .output(type<LookupEntry[][]>()),
  /** Entries of a list whose names are similar to a text, the most similar first. */
  near: query('lookups')
    .input(z.object({ kind: z.enum(listKinds), text: z.string().max(1000) }))
    .output(type<LookupEntry[]>()),
  /**
   * At most three categories for an item, by the similar items of the catalog, the likeliest first. The first
   * call reads the catalog, which takes seconds if it is large.
   */
  suggestCategories: query('lookups').input(categoryTexts).output(type<CategorySuggestion[]>()),
  /**
   * A thumbnail for each request: of the catalog item with that identifier or code, or else a stored
   * picture of one of these addresses.
   */
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
  /** Items that match words, a product code in any usual form, or an identifier. */
  pickItem: query('items', 'media')
    .input(z.object({ text: z.string().max(500), limit: z.int().min(1).max(100).default(20) }))
    .output(type<ItemPick>()),
  /** The row of an item; null when the catalog on this computer does not have it. */
  itemRow: query('items', 'media')
    .input(z.object({ id: z.string().max(500) }))
    .output(type<CatalogRow | null>()),
}
