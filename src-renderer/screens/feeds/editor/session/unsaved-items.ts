/**
 * What was typed into items of drafts and is not saved yet, kept in this window for a reload of the page. The steps of
 * the grid are kept by edit-queue.ts.
 */
import type { UnsavedItem } from './draft-session.ts'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefixOf = (draft: string): string => `catalog-desk-unsaved-item ${draft} `

/** What is not saved of an item; undefined when everything is. */
export function unsavedItem(
  draft: string,
  key: number,
  storage: Kept = sessionStorage,
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
  storage: Kept = sessionStorage,
): void {
  try {
    if (unsaved) storage.setItem(prefixOf(draft) + key, JSON.stringify(unsaved))
    else storage.removeItem(prefixOf(draft) + key)
  } catch {
    // The storage is full: the text still waits in the page, and only a reload loses it.
  }
}

/** Keys of the items of a draft that have something unsaved. */
export function unsavedKeys(draft: string, storage: Kept = sessionStorage): number[] {
  const prefix = prefixOf(draft)
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)))
}
