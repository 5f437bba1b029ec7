import {
  type NameChoice,
  type NameKind,
  type NamePlace,
  nameKinds,
  treatmentOf,
  type UnmatchedNames,
} from '../../src-shared/import/names.ts'
import type { UnmatchedName } from '../../src-shared/import/report.ts'
import { fold } from '../catalog/index.ts'
import type { Database } from '../storage/index.ts'

/** What a person decided about names, and where the rows go. */
export interface NamePlan extends NamePlace, UnmatchedNames {}

/** A name as it goes into the outcome. */
export interface NamedEntry {
  name: string
  /** Absent where the outcome has the name in words alone. */
  id?: string
  /** The list gets an entry of this name. */
  add?: true
}

/** A name that was looked for. */
export interface NameFinding {
  kind: NameKind
  name: string
  /** What became of it; absent when the list has it. */
  became?: UnmatchedName['became']
  entry?: NamedEntry
}

/** Names as they are compared: without case, accents and doubled spaces. */
export const nameKey = (name: string): string => fold(name.trim().replace(/\s+/g, ' '))

/** Looks names up in the lists of a workspace. */
export function openNameLists(db: Database) {
  const byName = db.prepare<[string, string], { id: string; name: string }>(
    'SELECT id, name FROM lookup WHERE kind = ? AND folded = ? ORDER BY id LIMIT 1',
  )
  const byId = db.prepare<[string, string], { id: string; name: string }>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ?',
  )

  const find = (kind: NameKind, name: string, { choices, ...place }: Plan): NameFinding => {
    const choice = choices[kind].get(nameKey(name))
    if (typeof choice === 'object') {
      const chosen = byId.get(kind, choice.choose)
      // An identifier the list of this computer does not have may be one of the service's.
      const entry = chosen ?? { id: choice.choose, name }
      return { kind, name, entry, became: { chosen: choice.choose } }
    }
    if (choice === 'leave') return { kind, name, became: 'leave' }
    const known = byName.get(kind, fold(name)) ?? byId.get(kind, name)
    if (known) return { kind, name, entry: known }
    const became = treatmentOf(kind, place, choice ?? place.otherwise)
    if (became === 'leave') return { kind, name, became }
    return { kind, name, became, entry: became === 'add' ? { name, add: true } : { name } }
  }

  return {
    /** Looks names up by a plan; a name is looked for once in a step of rows. */
    open(plan: NamePlan): (kind: NameKind, name: string) => NameFinding {
      const keyed = { ...plan, choices: choicesByKey(plan) }
      const found = new Map<string, NameFinding>()
      return (kind, name) => {
        const key = `${kind} ${name}`
        const known = found.get(key) ?? find(kind, name, keyed)
        found.set(key, known)
        return known
      }
    },
    entry: (kind: NameKind, id: string) => byId.get(kind, id),
  }
}
export type FindName = (kind: NameKind, name: string) => NameFinding

type Plan = Omit<NamePlan, 'choices'> & { choices: Record<NameKind, Map<string, NameChoice>> }

function choicesByKey({ choices }: NamePlan): Plan['choices'] {
  const of = (kind: NameKind) =>
    new Map(Object.entries(choices[kind] ?? {}).map(([name, choice]) => [nameKey(name), choice]))
  const [brand, manufacturer, distributor, category] = nameKinds.map(of)
  const none = new Map<string, NameChoice>()
  return {
    brand: brand ?? none,
    manufacturer: manufacturer ?? none,
    distributor: distributor ?? none,
    category: category ?? none,
  }
}
