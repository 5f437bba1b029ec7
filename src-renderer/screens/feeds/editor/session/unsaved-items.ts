/**
 * Unsaved typing in items of drafts, stored in this window for a page reload. Steps of the grid are stored by
 * edit-queue.ts.
 */
import type { UnsavedItem } from './draft-session.ts'

type UnsavedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefixOf = (draft: string): string => `catalog-desk-unsaved-item ${draft} `

/** The unsaved content of an item; undefined if everything is saved. */
export function unsavedItem(
  draft: string,
  key: number,
  storage: UnsavedStorage = sessionStorage,
): UnsavedItem | undefined {
  try {
    const found: UnsavedItem | null = JSON.parse(storage.getItem(prefixOf(draft) + key) ?? 'null')
    return found?.item?.key === key ? found : undefined
  } catch {
    return undefined
  }
}

export function keepUnsavedItem(
  draft: string,
  key: number,
  unsaved: UnsavedItem | undefined,
  storage: UnsavedStorage = sessionStorage,
): void {
  try {
    if (unsaved) storage.setItem(prefixOf(draft) + key, JSON.stringify(unsaved))
    else storage.removeItem(prefixOf(draft) + key)
  } catch {
    // The storage is full. The text remains in the page and is lost only by a reload.
  }
}

/** Keys of the items of a draft with unsaved content. */
export function unsavedKeys(draft: string, storage: UnsavedStorage = sessionStorage): number[] {
  const prefix = prefixOf(draft)
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)))
}
