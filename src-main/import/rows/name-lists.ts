import type { LookupEntry } from '../../../src-shared/catalog/model.ts'
import type { NameMatches, NearNames } from '../../../src-shared/import/model.ts'
import {
  isListed,
  type ListedKind,
  type NameChoice,
  type NameContext,
  type NameKind,
  type NameTreatment,
  treatmentOf,
  type UnmatchedNames,
} from '../../../src-shared/import/names.ts'
import type { UnmatchedName } from '../../../src-shared/import/report.ts'
import { clusterValues } from '../../../src-shared/names/cluster-values.ts'
import { matchNames } from '../../../src-shared/names/match-names.ts'
import type { AlikeValues, CountedValue } from '../../../src-shared/names/model.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import { readDecisions } from '../../names/index.ts'
import { type Database, defineReader, openChangeNumbers } from '../../storage/index.ts'
import { openAllEntries, openNameEntries } from './name-entries.ts'

/** A person's choices for names, and where the rows are imported. */
export interface NamePlan extends NameContext, UnmatchedNames {}

/** A name as it is written to the item. */
export interface NamedEntry {
  name: string
  /** Absent if the item has the name only as text. */
  id?: string
  /** Add an entry with this name to the list. */
  add?: true
}

/** Result of looking up a name. */
export interface NameFinding {
  kind: NameKind
  name: string
  /** How the name was treated; absent if the list has it. */
  became?: UnmatchedName['became']
  entry?: NamedEntry
  /** Whether this follows from a decision for an earlier file. */
  isDecided?: true
}

/** A looked-up name of a row; without `became`, the list has it. */
export interface RowName extends Pick<UnmatchedName, 'kind' | 'name' | 'column' | 'isDecided'> {
  became?: UnmatchedName['became']
  /** The name to add to the list. */
  added?: string
  /** The item keeps the spelling of the file next to the identifier. */
  keepsSpelling?: true
}

/** The names of a row that are added to their lists. */
export const addedNames = (names: readonly RowName[]): { kind: ListedKind; name: string }[] =>
  names.flatMap(({ kind, added }) => (added === undefined || !isListed(kind) ? [] : [{ kind, name: added }]))

/** The key that names are compared by: without case, accents and repeated spaces. */
const nameKey = (name: string): string => fold(name.trim().replace(/\s+/g, ' '))

/** Looks up names in the lists of a workspace. */
export function openNameLists(db: Database) {
  const entries = openNameEntries(db)
  const decisions = readDecisions(db)
  const changeNumbers = openChangeNumbers(db)
  /** The names found for the last batch; valid for the same plan, until a list or a decision changes. */
  let last: { key: string; found: Map<string, NameFinding> } | undefined

  /** @param isMerged whether the name is the one that others are merged into: it is not merged again */
  const find = (kind: NameKind, name: string, plan: Plan, isMerged = false): NameFinding => {
    const { choices, ...place } = plan
    const chosenHere = choices[kind].get(nameKey(name))
    // Choices apply to all cases of a name, so the name that others are merged into may have their choice.
    const isOwnMerge = isMerge(chosenHere) && (isMerged || chosenHere.as === name)
    const choice = isOwnMerge ? undefined : chosenHere
    if (isMerge(choice)) return merged(kind, name, choice.as, plan)
    if (typeof choice === 'object') {
      const chosen = entries.byId(kind, choice.choose)
      // An identifier that is not in the local list may be one of the service's.
      const entry = chosen ?? { id: choice.choose, name }
      return { kind, name, entry, became: { chosen: choice.choose } }
    }
    if (choice === 'leave') return { kind, name, became: 'leave' }
    const isPackageType = kind === 'packageType' && plan.packageTypes().has(name)
    const known = isPackageType ? { name } : (entries.byName(kind, name) ?? entries.byId(kind, name))
    if (known) return { kind, name, entry: known }
    const decided = choice === undefined ? decidedFor(kind, name, plan, isMerged) : undefined
    if (typeof decided === 'object') return decided
    const became = treatmentOf(kind, place, choice ?? decided ?? place.otherwise)
    if (became === 'leave') return { kind, name, became }
    return { kind, name, became, entry: became === 'add' ? { name, add: true } : { name } }
  }

  const merged = (kind: NameKind, name: string, as: string, plan: Plan): NameFinding => ({
    kind,
    name,
    became: { as },
    entry: find(kind, as, plan, true).entry,
  })

  /** The result of a decision for an earlier file, as far as it is possible for this one. */
  const decidedFor = (
    kind: NameKind,
    name: string,
    plan: Plan,
    isMerged: boolean,
  ): NameFinding | NameTreatment | undefined => {
    const decision = decisions.of(kind, name)
    if (decision === undefined || (isMerged && isMerge(decision))) return undefined
    if (decision === 'leave') return { kind, name, became: decision, isDecided: true }
    if (typeof decision === 'string') return decision
    if ('as' in decision) return { ...merged(kind, name, decision.as, plan), isDecided: true }
    // In a draft, an identifier that is not in the local list may be one of the service's.
    const entry =
      entries.byId(kind, decision.choose) ??
      (plan.target === 'drafts' ? { id: decision.choose, name } : undefined)
    return entry && { kind, name, entry, became: { chosen: entry.id }, isDecided: true }
  }

  return {
    /** Looks up names by a plan, each once, until a list or a decision changes. */
    open(plan: NamePlan): (kind: NameKind, name: string) => NameFinding {
      let types: ReadonlySet<string> | undefined
      const packageTypes = () => (types ??= entries.packageTypes())
      const keyed = { ...plan, choices: choicesByKey(plan), packageTypes }
      const listKey = JSON.stringify([changeNumbers.lastOf('lookups'), changeNumbers.lastOf('names'), plan])
      if (last?.key !== listKey || last.found.size > maxFound) last = { key: listKey, found: new Map() }
      const inLists = last.found
      // Package types come from the items, which each batch of rows may change.
      const inItems = new Map<string, NameFinding>()
      return (kind, name) => {
        const found = kind === 'packageType' ? inItems : inLists
        const key = `${kind} ${name}`
        const known = found.get(key) ?? find(kind, name, keyed)
        found.set(key, known)
        return known
      }
    },
  }
}
/** Maximum number of names that are kept from one batch to the next. */
const maxFound = 50_000
export type FindName = (kind: NameKind, name: string) => NameFinding

const isMerge = (choice: NameChoice | undefined): choice is { as: string } =>
  typeof choice === 'object' && 'as' in choice

interface Plan extends Omit<NamePlan, 'choices'> {
  choices: Record<NameKind, Map<string, NameChoice>>
  /** The package types of the catalog. */
  packageTypes: () => ReadonlySet<string>
}

function choicesByKey({ choices }: NamePlan): Plan['choices'] {
  const of = (kind: NameKind) =>
    new Map(Object.entries(choices[kind] ?? {}).map(([name, choice]) => [nameKey(name), choice]))
  return {
    brand: of('brand'),
    manufacturer: of('manufacturer'),
    distributor: of('distributor'),
    category: of('category'),
    packageType: of('packageType'),
    unit: of('unit'),
  }
}

/** Entries proposed for one name. */
const maxEntries = 5
/** Minimum similarity of a proposed entry, 0 to 1. */
const minSimilarity = 0.3
const maxNameLength = 200

/** Pairs of adjacent letters in the words of a name, with a space before and after each word. */
function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>()
  for (const word of nameKey(name.slice(0, maxNameLength)).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `
    for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
  }
  return pairs
}

/** Share of pairs that two names have in common (Dice coefficient). */
function similarity(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}

interface Found {
  entry: LookupEntry
  score: number
}

/** Finds the list entries with the most similar spelling for names that are not in the list. */
export const nearNameReader = defineReader('import/near-names', ({ db }) => {
  const decisions = readDecisions(db)
  const all = openAllEntries(db)
  const { byId } = openNameEntries(db)
  return {
    near(kind: NameKind, names: string[]): NearNames[] {
      const wanted = names.map((name) => ({ name, pairs: pairsOf(name), found: [] as Found[] }))
      for (const entry of all(kind)) {
        const pairs = pairsOf(entry.name)
        for (const { pairs: own, found } of wanted) {
          const score = similarity(own, pairs)
          if (score < minSimilarity || score <= (found[maxEntries - 1]?.score ?? 0)) continue
          found.push({ entry, score })
          found.sort((a, b) => b.score - a.score)
          found.length = Math.min(found.length, maxEntries)
        }
      }
      return wanted.map(({ name, found }) => ({ name, entries: found.map(({ entry }) => entry) }))
    },
    /** The list entry that each name probably means. */
    match(kind: NameKind, names: string[]): NameMatches {
      const { matches, isCut } = matchNames(names, all(kind))
      return { matches: [...matches].map(([name, match]) => ({ name, ...match })), isCut }
    },
    /** Names that probably mean the same, with the decisions for earlier files. */
    alike: (kind: NameKind, names: CountedValue[]): AlikeValues =>
      clusterValues(names, decisions.merged(kind)),
    /** Choices whose entry is not in the list. */
    unknown(chosen: { kind: NameKind; id: string }[]): { kind: NameKind; id: string }[] {
      return chosen.filter(({ kind, id }) => byId(kind, id) === undefined)
    },
  }
})
