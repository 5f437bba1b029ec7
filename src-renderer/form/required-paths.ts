import { createContext, useContext } from 'react'
import { type Member, memberPlace, type Place, problemPath } from './place.ts'

const RequiredPaths = createContext<ReadonlySet<string>>(new Set())
export const RequiredPathsProvider = RequiredPaths.Provider

/**
 * Whether a member is required. Rules use paths below the item without list indexes, and refer to a list by
 * the path of its entries.
 */
function isRequired(required: ReadonlySet<string>, place: Place, member: Member): boolean {
  if (member.cardinality === 'required') return member.place !== 'text'
  if (member.atLeastOne) return true
  if (required.size === 0) return false
  const path = problemPath(memberPlace(place, member)).replaceAll(/\[\d+\]/g, '')
  const below = path.split('/').slice(2).join('/')
  return required.has(member.entry ? `${below}/${member.entry}` : below)
}

/**
 * Returns a predicate: whether the schema or a business rule requires a member of the element at `place`.
 */
export function useRequired(): (place: Place, member: Member) => boolean {
  const required = useContext(RequiredPaths)
  return (place, member) => isRequired(required, place, member)
}
