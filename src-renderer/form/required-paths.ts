import { createContext, useContext } from 'react'
import { type Place, problemPath } from './place.ts'

const RequiredPaths = createContext<ReadonlySet<string>>(new Set())
export const RequiredPathsProvider = RequiredPaths.Provider

/** Whether a business rule requires what stands here. Rules name paths below the item, without positions. */
export function useRequiredByRule(place: Place, entry?: string): boolean {
  const required = useContext(RequiredPaths)
  if (required.size === 0) return false
  const path = problemPath(place)
    .replaceAll(/\[\d+\]/g, '')
    .split('/')
    .slice(2)
    .join('/')
  return required.has(entry ? `${path}/${entry}` : path)
}
