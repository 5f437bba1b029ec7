import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import type { ItemsToUndo, KeptItem, UndoneItems } from '../../../src-shared/import/model.ts'
import { item as itemGroup } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogWriter } from '../../catalog/index.ts'
import { openKeptContent, recordBytes, timestamp } from '../../feeds/targets/sandbox/index.ts'
import { type OriginItem, openOriginItems } from '../../history/index.ts'
import { type Database, defineReader, defineWriter } from '../../storage/index.ts'
import { importedBy } from '../imported-record.ts'

/** Items undone in one transaction. */
const itemsInStep = 200
/** Kept items that are named. */
const maxNamed = 200

const originOf = (job: string): ItemOrigin => ({ kind: 'import', reference: job })
const undoOf = (job: string): ItemOrigin => ({ kind: 'undo', reference: job })

/** The items that an import into the catalog added or changed, and whether they can be undone. */
function openUndoableItems(db: Database) {
  const items = openOriginItems(db)
  const contentOf = openKeptContent(db)
  const keptItem = (item: OriginItem, isAdded: boolean): KeptItem | undefined => {
    const { id, name } = item
    if (item.isChangedSince === 1) return { id, name, why: 'changed' }
    return isAdded && contentOf(id).length > 0 ? { id, name, why: 'content' } : undefined
  }
  return {
    before: items.before,
    /** Items that the import added, after a place. */
    added: (job: string, after: number) =>
      items.added(originOf(job), after, itemsInStep).map((item) => ({ item, kept: keptItem(item, true) })),
    /** Items that the import changed, after a place. */
    changed: (job: string, after: number) =>
      items
        .changed(originOf(job), undoOf(job), after, itemsInStep)
        .map((item) => ({ item, kept: keptItem(item, false) })),
  }
}

/** What undoing an import into the catalog would do. */
export const undoReader = defineReader('import/undo', ({ db }) => {
  const undoable = openUndoableItems(db)
  const count = db.prepare<[], number>('SELECT count(*) FROM item').pluck()
  return {
    items(job: string): ItemsToUndo {
      const found: ItemsToUndo = { now: count.get() ?? 0, removed: 0, restored: 0, kept: 0, named: [] }
      for (const list of ['added', 'changed'] as const)
        for (let after = 0; ; ) {
          const items = undoable[list](job, after)
          for (const { item, kept } of items) {
            after = item.place
            if (!kept) found[list === 'added' ? 'removed' : 'restored']++
            else if (++found.kept <= maxNamed) found.named.push(kept)
          }
          if (items.length === 0) break
        }
      return found
    },
  }
})

/** The place after which the next step continues. */
interface UndoPlace {
  list: 'added' | 'changed'
  after: number
}

/** The result of one step; without `next` it was the last one. */
interface UndoStep extends UndoneItems {
  next?: UndoPlace
}

/** Undoes imports into the catalog, in steps. */
export const undoWriter = defineWriter('import/undo', (context) => {
  const { db, now } = context
  const undoable = openUndoableItems(db)
  const catalog = openCatalogWriter(context)

  /** The record before a change, as a new version. @throws Error if the earlier version is damaged */
  function restored(change: number): Uint8Array | undefined {
    const body = undoable.before(change)
    const record = body && parseElement(itemGroup, body).value
    // Clients of the local API find the item by its time, so it is the time of the undo.
    return record && recordBytes({ ...record, lastUpdated: { id: importedBy, text: timestamp(now()) } })
  }

  return {
    /** Removes added items, and restores changed ones. Items that others changed since are kept. */
    step(job: string, { list, after }: UndoPlace): UndoStep {
      const items = undoable[list](job, after)
      const result: UndoStep = { removed: 0, restored: 0, kept: [] }
      const removed: string[] = []
      const bodies: Uint8Array[] = []
      for (const { item, kept } of items) {
        if (kept) result.kept.push(kept)
        else if (list === 'added') removed.push(item.id)
        else {
          const body = bodyOf(item)
          if (body) bodies.push(body)
          else result.kept.push({ id: item.id, name: item.name, why: 'damaged' })
        }
      }
      catalog.removeItems(removed)
      catalog.putItems(bodies, { origin: undoOf(job) })
      const last = items.at(-1)
      const next: UndoPlace | undefined = last
        ? { list, after: last.item.place }
        : list === 'added'
          ? { list: 'changed', after: 0 }
          : undefined
      return { ...result, removed: removed.length, restored: bodies.length, ...(next && { next }) }
    },
  }

  function bodyOf({ place }: OriginItem): Uint8Array | undefined {
    try {
      return restored(place)
    } catch (error) {
      // zstd reports damaged bytes with an error that has a code.
      if (error instanceof Error && 'code' in error) return undefined
      throw error
    }
  }
})
