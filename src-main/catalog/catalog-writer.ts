import { isEmptyWord } from '../../src-shared/catalog/empty-word.ts'
import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import type { ItemOrigin } from '../../src-shared/history/model.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { say } from '../../src-shared/texts/say.ts'
import { defineWriter, type WriterContext } from '../storage/index.ts'
import { openLookupTable } from './lookups.ts'
import { instant } from './project/instant.ts'
import { projectItem } from './project/item-projection.ts'
import { openItemTables, type PutOutcome } from './project/item-tables.ts'
import { type ItemAnswerDocument, type ProjectedItem, projectPage } from './project/projected-page.ts'
import type { RebuildMark } from './rebuild/rebuild.ts'
import { openRebuild, type StepSize } from './rebuild/rebuild.ts'
import { readItem } from './scan/item-page.ts'
import type { ItemProblem } from './scan/scanned-item.ts'

interface PutResult {
  created: number
  changed: number
  unchanged: number
  problems: Problem[]
}
/** The result of storing one item of a page. */
export interface PutItem {
  id: string
  /** `item_document.seq`; absent if the record was not accepted. */
  seq: number | undefined
  outcome: PutOutcome
  /** The item's `lastUpdated`, in milliseconds since the epoch; absent if it has none. */
  updatedAt: number | undefined
}
interface PutOptions {
  /** The origin of the items, for their history; unknown when absent. */
  origin?: ItemOrigin
}
/** For a caller in the same transaction. */
interface PutPageOptions extends PutOptions {
  /** Whether to store a record; otherwise the current record is kept. */
  accepts?(item: Pick<PutItem, 'id' | 'updatedAt'>): boolean
  /** Called for every item, in order, after it was stored. */
  each?(item: PutItem): void
}
interface PutPageResult extends PutResult {
  /** The envelope's attributes. */
  start: number
  count: number
  total: number
  /** Items that could not be stored: they exceed a limit or cannot be read. */
  setAside: ItemProblem[]
  /**
   * `lastUpdated` of the first and the last item, in milliseconds since the epoch; absent if they have none.
   */
  firstUpdated?: number
  lastUpdated?: number
}

/** A change of more items is recorded without their identifiers. */
const maxChangedIds = 1000

/** Writes the catalog. A writer store of another room can use it inside its own transaction. */
export function openCatalogWriter({ db, now, record }: WriterContext) {
  const items = openItemTables(db)
  const rebuild = openRebuild(db, items)
  const lookups = openLookupTable(db)
  const setDocumentVerified = db.prepare(
    'UPDATE item_document SET verified = ? WHERE seq = (SELECT seq FROM item WHERE id = ?)',
  )
  const setItemVerified = db.prepare('UPDATE item SET verified = ? WHERE id = ?')
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const isKnown = db.prepare('SELECT 1 FROM item WHERE id = ?').pluck()
  const takeItemIds = db
    .prepare<{ count: number }, number>(
      "UPDATE meta SET value = value + @count WHERE key = 'next_item_id' RETURNING value - @count",
    )
    .pluck()

  const recordItems = (ids: string[]) => {
    if (ids.length > 0) record(ids.length <= maxChangedIds ? { topic: 'items', ids } : { topic: 'items' })
  }

  /** Adds categories from items, because the service has no list of categories. */
  const addCategories = (categories: Map<string, LookupEntry>) => {
    const named = [...categories.values()].filter(
      ({ id, name }) => id !== '' && name !== '' && name !== id && !isEmptyWord(name),
    )
    if (lookups.addUnknown('category', named)) record({ topic: 'lookups' })
  }

  const put = (
    read: ProjectedItem[],
    problems: Problem[],
    { accepts, each, origin }: PutPageOptions = {},
  ): PutResult => {
    const result: PutResult = { created: 0, changed: 0, unchanged: 0, problems }
    const touched: string[] = []
    const categories = new Map<string, LookupEntry>()
    const arrivals: number[] = []
    const receivedAt = now()
    const putAll = () => {
      for (const item of read) {
        const { columns, facts } = item.projection
        const { id } = columns
        if (id === '') continue
        const updatedAt = accepts || each ? instant(columns.updated) : undefined
        const isKept = accepts?.({ id, updatedAt }) ?? true
        const put = isKept ? items.put(item, receivedAt, origin) : undefined
        const outcome = put?.outcome ?? 'unchanged'
        const seq = put?.seq
        result[outcome]++
        if (put?.isRewritten) {
          touched.push(id)
          for (const category of facts.categories) categories.set(category.id, category)
        }
        if (put?.outcome === 'created') arrivals.push(put.seq)
        each?.({ id, seq, outcome, updatedAt })
      }
    }
    items.together(putAll)
    // New rows are numbered in order, so the new items of a page are one range.
    const [first] = arrivals
    const last = arrivals.at(-1)
    if (first !== undefined && last !== undefined) items.arrived(first, last, origin, receivedAt)
    recordItems(touched)
    addCategories(categories)
    return result
  }

  const nextItemIds = (count: number): string[] => {
    const ids: string[] = []
    while (ids.length < count) {
      const wanted = count - ids.length
      const first = takeItemIds.get({ count: wanted }) ?? 0
      for (let number = first; number < first + wanted; number++) {
        const id = `i${number}`
        if (isKnown.get(id) === undefined) ids.push(id)
      }
    }
    return ids
  }

  return {
    /**
     * Stores the items of one `items` response, in any namespace. Items that are already stored byte for byte
     * are not changed. Items without an identifier are skipped and reported.
     * @throws PlainError `needsPreparation` if the response must be prepared first (prepare-page.ts); then nothing
     * is stored
     */
    putPage(answer: ItemAnswerDocument, options?: PutPageOptions): PutPageResult {
      const { start, count, total, items: read, setAside, problems } = projectPage(answer)
      const firstUpdated = instant(read[0]?.projection.columns.updated ?? '')
      const lastUpdated = instant(read.at(-1)?.projection.columns.updated ?? '')
      return {
        start,
        count,
        total,
        setAside,
        firstUpdated,
        lastUpdated,
        ...put(read, problems, options),
      }
    },
    /**
     * Stores single `<item>` elements (UTF-8, without a namespace declaration). @throws PlainError if one is
     * broken
     */
    putItems(elements: Uint8Array[], options?: PutOptions): PutResult {
      const read = elements.map((element) => {
        const { body, scanned } = readItem(element)
        return { body, projection: projectItem(body, scanned) }
      })
      const problems = read.flatMap(({ projection }, index): Problem[] =>
        projection.columns.id === ''
          ? [
              {
                code: 'missing',
                path: `item[${index + 1}]/@id`,
                message: say`The item has no identifier and was skipped.`,
              },
            ]
          : [],
      )
      return put(read, problems, options)
    },
    /** Removes items with their history, as if they had never been received. */
    removeItems(ids: string[]): void {
      items.together(() => {
        for (const id of ids) {
          const seq = seqOf.get(id)
          if (seq !== undefined) items.remove(seq)
        }
      })
      recordItems(ids)
    },
    /** Adds and renames entries; a `complete` list also removes all others. */
    putLookups(
      kind: ListKind,
      entries: LookupEntry[],
      { complete = false }: { complete?: boolean } = {},
    ): void {
      if (lookups.put(kind, entries, complete)) record({ topic: 'lookups' })
    },
    removeLookups(kind: ListKind, ids: readonly string[]): void {
      if (lookups.remove(kind, ids)) record({ topic: 'lookups' })
    },
    /** Sets the parent category of each given category. */
    putCategoryTree(parents: Iterable<readonly [id: string, parent: string]>): void {
      if (lookups.putBelow('category', parents)) record({ topic: 'lookups' })
    },
    /** Empties the catalog: items, their history, and lookups. */
    removeAll(): void {
      rebuild.cancel(now())
      items.clear()
      items.clearHistory()
      db.exec('DELETE FROM item_document; DELETE FROM lookup;')
      record({ topic: 'items' })
      record({ topic: 'lookups' })
    },
    /** Starts a rebuild of all projections, or continues an interrupted one. */
    beginRebuild(): RebuildMark {
      record({ topic: 'upkeep' })
      return rebuild.begin(now())
    },
    /**
     * Executes one step of the rebuild, so that other writers can run in between. The last step completes it.
     */
    rebuildStep(size: StepSize): { mark: RebuildMark; problems: Problem[] } {
      const { mark, problems, categories, isChanged } = rebuild.step(size, now())
      addCategories(categories)
      if (isChanged) record({ topic: 'items' })
      record({ topic: 'upkeep' })
      return { mark, problems }
    },
    /** Cancels a rebuild. Searches continue with the current index. */
    cancelRebuild(): RebuildMark | undefined {
      record({ topic: 'upkeep' })
      return rebuild.cancel(now())
    },
    /**
     * Creates item identifiers, for a sandbox that creates items itself. They start with a letter, because
     * programs that guess types take digits for a number.
     */
    nextItemIds,
    nextItemId: (): string => nextItemIds(1)[0] ?? '',
    /** Sets or clears the verified mark, which a search with `v=true` filters by. */
    setVerified(ids: string[], verified = true): void {
      for (const id of ids) {
        setDocumentVerified.run(verified ? 1 : 0, id)
        setItemVerified.run(verified ? 1 : 0, id)
      }
      recordItems(ids)
    },
  }
}

export const catalogWriter = defineWriter('catalog', openCatalogWriter)
