/**
 * The items created in drafts of a workspace, identified by title: each must exist exactly once after any
 * kill.
 */
import assert from 'node:assert/strict'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { columnOf, draftsOf, type Served } from './served.ts'
import { gtinOf } from './stage.ts'

/** GTINs from here on are in no prepared catalog. */
const firstNumber = 6_000_000

export interface DraftBook {
  /** New items that the sample's sandbox accepts. */
  items(count: number): { values: IngestItem[]; titles: string[] }
  /** Creates a draft of new items, and records them. */
  draft(served: Served, count: number): Promise<{ id: string; revision: number; titles: string[] }>
  /** Records created items; of `doubtful` ones, any number from the first may exist. */
  note(titles: readonly string[], doubtful?: 'doubtful'): void
  forget(titles: readonly string[]): void
  /** @throws when an item is missing, duplicate or unknown */
  expectEachOnce(served: Served): Promise<void>
}

export function openDraftBook(): DraftBook {
  const made = new Set<string>()
  let doubtful: string[][] = []
  let number = firstNumber

  const book: DraftBook = {
    items(count) {
      const numbers = Array.from({ length: count }, () => ++number)
      const values = numbers.map(
        (one): IngestItem => ({
          type: 'grocery',
          ecommerceTitle: `Item ${one}`,
          productCodes: [{ type: 'GTIN', text: gtinOf(one) }],
          manufacturerId: 'm1001',
          categoryId: '1001',
          products: [{ description: `Item ${one}`, brandId: 'b2023' }],
        }),
      )
      return { values, titles: values.map(({ ecommerceTitle = '' }) => ecommerceTitle) }
    },
    async draft({ calls }, count) {
      const { values, titles } = book.items(count)
      const { id } = await calls.feeds.createDraft({ kind: 'create', name: `Draft of ${titles[0]}` })
      const edits = [
        { do: 'remove' as const, selection: {} },
        { do: 'add' as const, values },
      ]
      const { draft } = await calls.feeds.editDraft({ id, label: 'Add', edits })
      book.note(titles)
      return { id, revision: draft.revision, titles }
    },
    note(titles, isDoubtful) {
      if (isDoubtful) doubtful.push([...titles])
      else for (const title of titles) made.add(title)
    },
    forget(titles) {
      for (const title of titles) made.delete(title)
    },
    async expectEachOnce(served) {
      const found = [...(await titlesInDrafts(served)), ...(await titlesInFeeds(served))]
      const there = new Set(found)
      for (const titles of doubtful) {
        const kept = titles.findIndex((title) => !there.has(title))
        book.note(kept < 0 ? titles : titles.slice(0, kept))
      }
      doubtful = []
      const missing = [...made].filter((title) => !there.has(title))
      const unknown = [...there].filter((title) => !made.has(title))
      const twice = found.filter((title, index) => found.indexOf(title) !== index)
      assert.deepEqual(
        { missing: brief(missing), unknown: brief(unknown), twice: twice.length },
        { missing: '0', unknown: '0', twice: 0 },
        'items of drafts and feeds',
      )
    },
  }
  return book
}

const brief = (titles: string[]): string =>
  titles.length === 0 ? '0' : `${titles.length}, such as ${titles.slice(0, 3).join(', ')}`

/** The titles of the items of a feed. */
export const titlesOf = (xml: string): string[] =>
  [...xml.matchAll(/<ecommerceTitle>([^<]*)</g)].map(([, title = '']) => title)

async function titlesInDrafts(served: Served): Promise<string[]> {
  const all: string[] = []
  for (const { id, kind } of await draftsOf(served))
    if (kind === 'create') all.push(...(await columnOf(served, id, 'ecommerceTitle')))
  return all
}

async function titlesInFeeds({ calls }: Served): Promise<string[]> {
  const all: string[] = []
  for (let offset = 0; ; ) {
    const { feeds, total } = await calls.outbox.list({ offset, limit: 200 })
    offset += feeds.length
    for (const { id, state } of feeds) {
      if (state === 'withdrawn') continue
      const { xml } = await calls.outbox.feed({ id })
      all.push(...titlesOf(xml))
    }
    if (offset >= total || feeds.length === 0) return all
  }
}
