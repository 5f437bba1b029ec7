/** The fields of the item in a form that differ from the catalog, with the values of the catalog. */
import { createContext, useContext } from 'react'
import { type Member, type Place, problemPath } from './place.ts'

/** The value that the catalog has, by problem path of the field or of the element around it. */
export type CatalogDifferences = ReadonlyMap<string, unknown>

const none: CatalogDifferences = new Map()
const CatalogDifferencesContext = createContext(none)
export const CatalogDifferencesProvider = CatalogDifferencesContext.Provider

/**
 * The text that the catalog has for a leaf, '' for none; undefined if it does not differ from `text`, or is not
 * known.
 */
export function useCatalogText(place: Place, member: Member, text: string): string | undefined {
  const differences = useContext(CatalogDifferencesContext)
  if (differences.size === 0) return undefined
  // The keys from the element that differs to the leaf.
  const keys: Place['keys'][number][] = []
  for (let around: Place | undefined = place; around; around = around.parent) {
    const path = problemPath(around)
    if (differences.has(path)) {
      const before = textAt(differences.get(path), keys, member)
      return before === text ? undefined : before
    }
    keys.unshift(...around.keys.slice(around.parent?.keys.length ?? 0))
  }
  return undefined
}

function textAt(value: unknown, keys: Place['keys'], { place, key }: Member): string {
  let found = value
  for (const step of keys) found = isTree(found) ? found[step] : undefined
  // The text of an element has the path of the element itself.
  if (place === 'text' && isTree(found)) found = found[key]
  return typeof found === 'string' ? found : ''
}

const isTree = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null
