import type {
  CatalogFacets,
  CatalogPage,
  CatalogRow,
  CatalogSelection,
  CatalogSort,
  ListKind,
  LookupEntry,
  QueryCompletion,
} from '../../src-shared/catalog/model.ts'
import { gtin14 } from '../../src-shared/values/gtin.ts'
import type { ItemCodeRow, ItemDocumentRow, ItemRow } from '../storage/index.ts'
import { type CamelCase, defineReader, type ReaderContext } from '../storage/index.ts'
import type { ItemAnswer } from './answer/item-answers.ts'
import { openItemAnswers } from './answer/item-answers.ts'
import { openItemBodies } from './answer/item-bodies.ts'
import type { ItemQuery } from './answer/item-query.ts'
import { openCatalogCounts } from './catalog-counts.ts'
import { openItemAbsence } from './item-absence.ts'
import { openItemMedia } from './item-media.ts'
import { type LookupAnswer, type LookupQuery, openLookups, openNamedEntries } from './lookups.ts'
import { type CheckPart, checkCatalog, checkPart, partsToCheck } from './rebuild/check.ts'
import { openRebuildMark, type RebuildMark } from './rebuild/rebuild.ts'
import type { ScannedMedium } from './scan/scanned-item.ts'
import { openCatalogSearch } from './search/catalog-search.ts'
import { openItemHits } from './search/item-hits.ts'
import { openItemPick } from './search/item-pick.ts'
import { openListRows } from './search/list-rows.ts'
import { openLookupOptions } from './search/lookup-options.ts'
import { openRowContents } from './search/row-contents.ts'
import { openCompletion } from './search/words/complete-query.ts'
import { openCorrectedText } from './search/words/corrected-text.ts'
import { openSearchWords } from './search/words/search-words.ts'

export interface StoredItem {
  id: string
  /** The `<item>` element, as UTF-8, without a namespace declaration. */
  body: Uint8Array
  name: string
  status: string
  /** `lastUpdated` as given. */
  updated: string
  /** Milliseconds since the epoch. */
  receivedAt: number
  verified: boolean
  /** When the service last sent an item that it no longer lists, in milliseconds since the epoch. */
  notSeenSince?: number
  codes: Pick<ItemCodeRow, 'code' | 'type' | 'gtin14'>[]
  media: ScannedMedium[]
}

/** Reads the catalog; catalog-writer.ts writes it. */
export function openCatalogReader({ db }: ReaderContext) {
  const words = openSearchWords(db)
  const hits = openItemHits(db)
  const search = openCatalogSearch(db, words, hits)
  const rows = openListRows(db, search.values)
  const contents = openRowContents(db)
  const lookups = openLookups(db)
  const namedEntries = openNamedEntries(db)
  const media = openItemMedia(db)
  const absence = openItemAbsence(db)
  const rebuildMark = openRebuildMark(db)
  const complete = openCompletion(search.values, lookups)
  const corrected = openCorrectedText(db)
  const answers = openItemAnswers(db, words, hits, openItemBodies(db))
  const item = db.prepare<
    [string],
    CamelCase<
      Pick<ItemRow, 'seq' | 'id' | 'name' | 'status' | 'updated' | 'verified'> &
        Pick<ItemDocumentRow, 'body' | 'received_at'>
    >
  >(`
    SELECT item.seq, id, body, name, status, updated, received_at AS receivedAt, item.verified
    FROM item JOIN item_document USING (seq) WHERE id = ?`)
  const codesOf = db.prepare<[number], Pick<ItemCodeRow, 'code' | 'type' | 'gtin14'>>(
    'SELECT code, type, gtin14 FROM item_code WHERE item = ? ORDER BY position',
  )
  const idsByCode = db
    .prepare<[string], string>(
      'SELECT DISTINCT item.id FROM item_code JOIN item ON item.seq = item_code.item WHERE gtin14 = ? ORDER BY item.seq',
    )
    .pluck()
  const idsOf = db
    .prepare<[string], string>(
      'SELECT item.id FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key',
    )
    .pluck()

  const rowsOf = (seqs: readonly number[]): CatalogRow[] => {
    const absent = absence.among(seqs)
    return rows(seqs).map((row) => {
      const since = absent.get(row.id)
      return since === undefined ? row : { ...row, notSeenSince: new Date(since).toISOString() }
    })
  }
  /** A page of the catalog list. Default order: best match, then `lastUpdated`, then identifier. */
  const searchRows = (
    selection: CatalogSelection,
    offset: number,
    limit: number,
    sort?: CatalogSort,
    allowIncomplete = false,
    withContents = false,
  ): CatalogPage => {
    const { seqs, ...page } = search.page(selection, sort, offset, limit, allowIncomplete)
    const rows = rowsOf(seqs)
    return { ...page, offset, rows: withContents ? contents(rows) : rows }
  }
  const { pick, row } = openItemPick(db, hits, rowsOf, searchRows)

  return {
    searchRows,
    /** Finds items by words, by a product code in any common notation, or by identifier. */
    pickItem: pick,
    /** The item with this identifier, as a row of the list. */
    itemRow: row,
    /** The entries of a list that a person can choose from. */
    lookupOptions: openLookupOptions(db, lookups),
    /**
     * Converts typed words to an expression of the full-text index, for lists of other rooms; undefined
     * without words.
     */
    searchExpression: (text: string): string | undefined => words.everything(text),
    /**
     * The row numbers (`item.seq`) of an entire selection, in list order.
     * @throws PlainError `QUERY_NOT_UNDERSTOOD` where a list would ignore a term
     */
    rowNumbers: (selection: CatalogSelection): Uint32Array => search.all(selection).slice(),
    /** Identifiers of a part of a selection, in list order. */
    ids(selection: CatalogSelection, offset: number, limit: number, sort?: CatalogSort): string[] {
      const { seqs } = search.page(selection, sort, offset, limit)
      return idsOf.all(JSON.stringify(seqs))
    },
    position: (selection: CatalogSelection, id: string, sort?: CatalogSort): number | null =>
      search.position(selection, sort, id),
    complete: (text: string, at: number): QueryCompletion => complete(text, at),
    /** The query of a selection with its misspelled words corrected; null if that finds nothing either. */
    correctedText: (selection: CatalogSelection): string | null =>
      corrected(selection.text, (text) => search.page({ ...selection, text }, undefined, 0, 1).total > 0) ??
      null,
    facets: (selection: CatalogSelection): CatalogFacets => search.facets(selection),
    item(id: string): StoredItem | undefined {
      const found = item.get(id)
      if (!found) return undefined
      const { seq, verified, ...rest } = found
      const notSeenSince = absence.since(seq)
      return {
        ...rest,
        verified: verified === 1,
        notSeenSince,
        codes: codesOf.all(seq),
        media: media.of([seq]).get(seq) ?? [],
      }
    },
    /** The items with each code, compared as GTIN-14. */
    itemsByCode: (codes: string[]): string[][] =>
      codes.map((code) => {
        const padded = gtin14(code)
        return padded === undefined ? [] : idsByCode.all(padded)
      }),
    lookup: (kind: Parameters<typeof lookups>[0], query?: LookupQuery): LookupAnswer => lookups(kind, query),
    /** The entries that each text names in a list. */
    named: (kind: ListKind, texts: string[]): LookupEntry[][] =>
      texts.map((text) => namedEntries.named(kind, text)),
    /** The entries with the most similar names. Reads the entire list. */
    near: (kind: ListKind, text: string): LookupEntry[] => namedEntries.near(kind, text),
    counts: openCatalogCounts(db),
    /** Checks the entire database and returns the problems as sentences. Reads all of it. */
    check: (): string[] => checkCatalog(db),
    /** The parts of such a check, for a caller that shows progress. */
    partsToCheck: (): CheckPart[] => partsToCheck(db),
    checkPart: (part: CheckPart): string[] => checkPart(db, part),
    /** The last rebuild of the projection, or the active one. */
    lastRebuild: (): RebuildMark | undefined => rebuildMark(),
    /** The stored elements found by a search, joined, without the envelope. */
    answer: (query: ItemQuery): ItemAnswer => answers.answer(query),
    /**
     * The same, but the body may be in shared memory, with one hold that the caller must release
     * (`releaseBytes`).
     */
    sharedAnswer: (query: ItemQuery): ItemAnswer => answers.answer(query, true),
  }
}

export const catalogReader = defineReader('catalog', openCatalogReader)
