import type { LookupEntry } from '../../../src-shared/catalog/model.ts'
import type { NearNames } from '../../../src-shared/import/model.ts'
import {
  type NameChoice,
  type NameKind,
  type NamePlace,
  nameKinds,
  treatmentOf,
  type UnmatchedNames,
} from '../../../src-shared/import/names.ts'
import type { UnmatchedName } from '../../../src-shared/import/report.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import { type Database, defineReader } from '../../storage/index.ts'

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
interface NameFinding {
  kind: NameKind
  name: string
  /** What became of it; absent when the list has it. */
  became?: UnmatchedName['became']
  entry?: NamedEntry
}

/** A name that was looked for in a list; without `became` the list has it. */
export interface RowName extends Pick<UnmatchedName, 'kind' | 'name' | 'column'> {
  became?: UnmatchedName['became']
  /** The outcome has the name as the file spells it, beside the identifier. */
  keepsSpelling?: true
}

/** Names as they are compared: without case, accents and doubled spaces. */
const nameKey = (name: string): string => fold(name.trim().replace(/\s+/g, ' '))

/** Looks names up in the lists of a workspace. */
export function openNameLists(db: Database) {
  const byName = db.prepare<[string, string, string], { id: string; name: string }>(
    // In the order of identifiers, the whole list would be gone through for each name.
    `SELECT id, name FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ?
     ORDER BY name <> ?, id LIMIT 1`,
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
    const known = byName.get(kind, fold(name), name) ?? byId.get(kind, name)
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

/** As many entries as a person looks through for one name. */
const entriesEach = 5
/** Less alike than this is another name. */
const alike = 0.3
const maxNameLength = 200

/** The pairs of letters of a name's words, those at their beginnings and ends among them. */
function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>()
  for (const word of nameKey(name.slice(0, maxNameLength)).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `
    for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
  }
  return pairs
}

/** The share of pairs two names have in common (Dice). */
function likeness(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}

interface Found {
  entry: LookupEntry
  score: number
}

/** Finds the entries of a list that are spelt most like names that are not in it. */
export const nearNameReader = defineReader('import/near-names', ({ db }) => {
  const all = db.prepare<[string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? ORDER BY name, id',
  )
  const has = db.prepare<[string, string]>('SELECT 1 FROM lookup WHERE kind = ? AND id = ?')
  return {
    near(kind: NameKind, names: string[]): NearNames[] {
      const wanted = names.map((name) => ({ name, pairs: pairsOf(name), found: [] as Found[] }))
      for (const entry of all.iterate(kind)) {
        const pairs = pairsOf(entry.name)
        for (const { pairs: own, found } of wanted) {
          const score = likeness(own, pairs)
          if (score < alike || score <= (found[entriesEach - 1]?.score ?? 0)) continue
          found.push({ entry, score })
          found.sort((a, b) => b.score - a.score)
          found.length = Math.min(found.length, entriesEach)
        }
      }
      return wanted.map(({ name, found }) => ({ name, entries: found.map(({ entry }) => entry) }))
    },
    /** The choices whose entry the list does not have. */
    unknown(chosen: { kind: NameKind; id: string }[]): { kind: NameKind; id: string }[] {
      return chosen.filter(({ kind, id }) => has.get(kind, id) === undefined)
    },
  }
})
