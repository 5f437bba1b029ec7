import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'

/**
 * The selected items: individual ids ("some"), or all results of a query except a few ("all"). "All" is
 * stored as the query, never as a list of ids.
 */
export type ItemChoice =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; selection: CatalogSelection; total: number; except: ReadonlySet<string> }

/** Maximum number of ids in "some", or of exclusions in "all". */
export const maxListedIds = 10_000

export const nothing: ItemChoice = { kind: 'some', ids: new Set() }

export const sizeOf = (choice: ItemChoice): number =>
  choice.kind === 'some' ? choice.ids.size : Math.max(0, choice.total - choice.except.size)

/** Whether an item of the shown result is selected. */
export const isChosen = (choice: ItemChoice, id: string): boolean =>
  choice.kind === 'some' ? choice.ids.has(id) : !choice.except.has(id)

export const some = (ids: Iterable<string>): ItemChoice => ({ kind: 'some', ids: new Set(ids) })

export const all = (selection: CatalogSelection, total: number): ItemChoice => ({
  kind: 'all',
  selection,
  total,
  except: new Set(),
})

/** Returns the choice with these items added (`chosen`) or removed. */
export function withItems(choice: ItemChoice, ids: Iterable<string>, chosen: boolean): ItemChoice {
  const named = new Set(choice.kind === 'some' ? choice.ids : choice.except)
  const isNamed = choice.kind === 'some' ? chosen : !chosen
  for (const id of ids)
    if (!isNamed) named.delete(id)
    else if (named.size < maxListedIds) named.add(id)
  return choice.kind === 'some' ? { kind: 'some', ids: named } : { ...choice, except: named }
}

/** The selection as input of an export or a draft. */
export const asSource = (choice: ItemChoice): { itemIds: string[] } | { selection: CatalogSelection } =>
  choice.kind === 'some'
    ? { itemIds: [...choice.ids] }
    : {
        selection:
          choice.except.size === 0
            ? choice.selection
            : { ...choice.selection, excludedIds: [...choice.except] },
      }
