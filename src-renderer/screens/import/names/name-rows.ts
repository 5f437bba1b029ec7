import type { LookupEntry } from '../../../../src-shared/catalog/model.ts'
import type { NameMatches } from '../../../../src-shared/import/model.ts'
import {
  type NameChoice,
  type NameContext,
  type NameTreatment,
  treatmentOf,
  type UnmatchedNames,
} from '../../../../src-shared/import/names.ts'
import type { UnmatchedName } from '../../../../src-shared/import/report.ts'
import { fold } from '../../../../src-shared/values/fold.ts'

/** A name of the file with its match in the list and the choice for it. */
export interface NameRow extends UnmatchedName {
  match?: { likeness: 'same' | 'near'; entry: LookupEntry }
  /** A person's choice for this file. */
  choice: NameChoice | undefined
  /** What the import does with the name. */
  outcome: NameChoice
}

export type NameOrder = 'near' | 'count' | 'name'

export function nameRows(
  found: readonly UnmatchedName[],
  matches: NameMatches['matches'],
  { choices, otherwise }: UnmatchedNames,
  place: NameContext,
): NameRow[] {
  const matchOf = new Map(matches.map(({ name, ...match }) => [name, match]))
  return found.map((name) => {
    const choice = choices[name.kind]?.[name.name]
    const match = matchOf.get(name.name)
    const outcome = choice ?? outcomeWithoutChoice(name, place, otherwise)
    return { ...name, ...(match && { match }), choice, outcome }
  })
}

/** The decision for an earlier file, else the treatment of all names without a choice. */
function outcomeWithoutChoice(
  { kind, became, isDecided }: UnmatchedName,
  place: NameContext,
  otherwise: NameTreatment | undefined,
): NameChoice {
  if (!isDecided) return treatmentOf(kind, place, otherwise)
  return typeof became === 'object' && 'chosen' in became ? { choose: became.chosen } : became
}

/** Whether the name has a match that is not accepted, and no other choice. */
export const isAcceptable = ({ match, choice, isDecided }: NameRow): boolean =>
  match !== undefined && choice === undefined && !isDecided

const matchOrder = ({ match }: NameRow): number => (match ? (match.likeness === 'same' ? 0 : 1) : 2)

/** The rows whose name or match contains a text, in an order. */
export function shownRows(rows: readonly NameRow[], text: string, order: NameOrder): NameRow[] {
  const folded = fold(text.trim())
  const found = rows.filter(
    ({ name, match }) => fold(name).includes(folded) || (match && fold(match.entry.name).includes(folded)),
  )
  const byCount = (one: NameRow, other: NameRow) =>
    other.count - one.count || one.name.localeCompare(other.name)
  if (order === 'count') return found.toSorted(byCount)
  if (order === 'name') return found.toSorted((one, other) => one.name.localeCompare(other.name))
  return found.toSorted((one, other) => matchOrder(one) - matchOrder(other) || byCount(one, other))
}
