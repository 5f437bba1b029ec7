import type {
  CatalogFacets,
  CatalogPage,
  CatalogRow,
  CatalogSelection,
} from '../../src-shared/catalog/model.ts'
import { gtin14 } from '../../src-shared/gtin.ts'
import type { ItemCodeRow, ItemDocumentRow, ItemRow, LookupRow } from '../storage/index.ts'
import { type CamelCase, defineReader, type ReaderContext } from '../storage/index.ts'
import type { ItemAnswer, ItemQuery } from './answer/item-answers.ts'
import { openItemAnswers } from './answer/item-answers.ts'
import { openItemBodies, openMediaRows } from './answer/item-bodies.ts'
import { openItemAbsence } from './item-absence.ts'
import { type LookupAnswer, type LookupQuery, openLookups } from './lookups.ts'
import { type CheckPart, checkCatalog, checkPart, partsToCheck } from './rebuild/check.ts'
import { openRebuildMark, type RebuildMark } from './rebuild/rebuild.ts'
import type { ScannedMedium } from './scan/scanned-item.ts'
import { openItemFacets } from './search/item-facets.ts'
import { openItemHits } from './search/item-hits.ts'
import type { ItemSelection } from './search/item-selection.ts'
import { openSearchWords } from './search/search-words.ts'

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
  /** When the service last gave an item that it no longer lists, milliseconds since the epoch. */
  notSeenSince?: number
  codes: Pick<ItemCodeRow, 'code' | 'type' | 'gtin14'>[]
  media: ScannedMedium[]
}
interface CatalogCounts {
  items: number
  manufacturers: number
  brands: number
  distributors: number
  retailers: number
}

const noFacets: CatalogFacets = {
  state: 'ready',
  progress: 1,
  brands: [],
  manufacturers: [],
  categories: [],
  statuses: [],
  packageTypes: [],
  views: [],
  completeness: [],
  allergens: [],
  missing: [],
  changedIn: [],
  notListed: 0,
  inDraft: 0,
  inOutbox: 0,
}

/** The catalog's reading side; its writing side is catalog-writer.ts. */
export function openCatalogReader({ db }: ReaderContext) {
  const words = openSearchWords()
  const hits = openItemHits(db)
  const facets = openItemFacets(db, hits)
  const lookups = openLookups(db)
  const media = openMediaRows(db)
  const absence = openItemAbsence(db)
  const rebuildMark = openRebuildMark(db)
  const answers = openItemAnswers(db, words, hits, openItemBodies(db))
  const rows = db.prepare<[string], Omit<CatalogRow, 'views'>>(`
    SELECT item.id, name, brand, manufacturer, code, updated AS lastUpdated, '' AS size, '' AS category, status,
      '' AS packageType, 0 AS imageCount
    FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key`)
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
  const itemCount = db.prepare<[], number>('SELECT count(*) FROM item').pluck()
  const lookupCounts = db.prepare<[], Pick<LookupRow, 'kind'> & { count: number }>(
    'SELECT kind, count(*) AS count FROM lookup GROUP BY kind',
  )

  const toSelection = ({ text, brandIds, manufacturerIds, notListed }: CatalogSelection): ItemSelection => ({
    match: words.everything(text),
    brandIds,
    manufacturerIds,
    notListed,
  })

  return {
    /** A page of the catalog list: `lastUpdated`, then identifier. */
    searchRows(selection: CatalogSelection, offset: number, limit: number): CatalogPage {
      const { total, seqs } = hits.page(toSelection(selection), offset, limit)
      const absent = absence.among(seqs)
      const found = rows.all(JSON.stringify(seqs)).map((row): CatalogRow => ({ ...row, views: [] }))
      const page = { total, isTotalExact: true, offset, problems: [], alsoShowing: [] }
      if (absent.size === 0) return { ...page, rows: found }
      const marked = found.map((row) => {
        const since = absent.get(row.id)
        return since === undefined ? row : { ...row, notSeenSince: new Date(since).toISOString() }
      })
      return { ...page, rows: marked }
    },
    /** A person's words as an expression of the full-text index, for lists of other rooms; undefined without words. */
    searchExpression: (text: string): string | undefined => words.everything(text),
    /** The row numbers (`item.seq`) of a whole selection, in the order of the list. */
    rowNumbers: (selection: CatalogSelection): Uint32Array => hits.all(toSelection(selection)).slice(),
    facets: (selection: CatalogSelection): CatalogFacets => ({
      ...noFacets,
      ...facets(toSelection(selection)),
    }),
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
        media: media([seq]).get(seq) ?? [],
      }
    },
    /** The items with each code, compared as a GTIN of 14 digits. */
    itemsByCode: (codes: string[]): string[][] => codes.map((code) => idsByCode.all(gtin14(code) ?? '')),
    lookup: (kind: Parameters<typeof lookups>[0], query?: LookupQuery): LookupAnswer => lookups(kind, query),
    counts(): CatalogCounts {
      const counts = new Map(lookupCounts.all().map(({ kind, count }) => [kind, count]))
      const of = (kind: string) => counts.get(kind) ?? 0
      return {
        items: itemCount.get() ?? 0,
        manufacturers: of('manufacturer'),
        brands: of('brand'),
        distributors: of('distributor'),
        retailers: of('retailer'),
      }
    },
    /** Checks the whole database, and names what is wrong in words. Reads all of the database. */
    check: (): string[] => checkCatalog(db),
    /** The parts of such a check, for a caller that shows its progress. */
    partsToCheck: (): CheckPart[] => partsToCheck(db),
    checkPart: (part: CheckPart): string[] => checkPart(db, part),
    /** The last rebuild of the projection, or the one under way. */
    lastRebuild: (): RebuildMark | undefined => rebuildMark(),
    /** The stored elements of a search, joined, without the envelope. */
    answer: (query: ItemQuery): ItemAnswer => answers.answer(query),
  }
}

export const catalogReader = defineReader('catalog', openCatalogReader)
