import { looksLikeIdentifier } from '../../../src-shared/catalog/identifier.ts'
import type {
  ItemToFill,
  ListKind,
  LookupEntry,
  LookupOption,
  LookupPage,
} from '../../../src-shared/catalog/model.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import { matchRank, nearNameMatcher } from '../../../src-shared/values/name-match.ts'
import type { Database, LookupRow } from '../../storage/index.ts'
import type { openLookups } from '../lookups.ts'
import { openInCommon } from './facts/in-common.ts'

/** Maximum number of identifiers sampled to recognize the form of a list's identifiers. */
const maxForms = 500
/** Similar names are added if fewer entries than this match, and until there are this many. */
const maxWithNear = 5
/** Maximum depth of a tree; also ends at a cycle. */
const maxLevels = 12

/** A query for entries of a list; `below` and `item` as in the contract. */
interface OptionsQuery {
  kind: ListKind
  text: string
  limit: number
  below?: string | undefined
  item?: ItemToFill | undefined
}

type Entry = Pick<LookupRow, 'id' | 'name' | 'parent'>

/** The entries of a list that a person can choose from. */
export function openLookupOptions(db: Database, lookups: ReturnType<typeof openLookups>) {
  const inCommon = openInCommon(db)
  const entry = db.prepare<[string, string], Entry>(
    'SELECT id, name, parent FROM lookup WHERE kind = ? AND id = ?',
  )
  const isTree = db
    .prepare<[string], number>("SELECT 1 FROM lookup WHERE kind = ? AND parent <> '' LIMIT 1")
    .pluck()
  const narrower = db
    .prepare<[string, string], number>(
      "SELECT count(*) FROM lookup WHERE kind = ? AND parent = ? AND parent <> ''",
    )
    .pluck()
  const below = db.prepare<[string, string], LookupEntry>(
    "SELECT id, name FROM lookup WHERE kind = ? AND parent = ? AND parent <> '' ORDER BY name, id",
  )
  const topLevel = db.prepare<[string], LookupEntry>(
    "SELECT id, name FROM lookup WHERE kind = ? AND parent = '' ORDER BY name, id",
  )
  const forms = db.prepare<[string], string>(`SELECT id FROM lookup WHERE kind = ? LIMIT ${maxForms}`).pluck()

  const pathOf = (kind: ListKind, id: string): string[] => {
    const names: string[] = []
    let at = entry.get(kind, id)
    while (at !== undefined && at.parent !== '' && names.length < maxLevels) {
      at = entry.get(kind, at.parent)
      if (at) names.unshift(at.name)
    }
    return names
  }

  const ranked = db.prepare<[string, string, string, string, number], LookupEntry & { folded: string }>(`
    SELECT id, name, folded FROM lookup INDEXED BY lookup_by_name
    WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM json_each(?) AS word WHERE instr(lookup.folded, word.value) = 0)
    ORDER BY folded <> ?, instr(folded, ?) <> 1, name, id LIMIT ?`)
  const possiblyNear = db
    .prepare<[string, string], [string, string, string]>(`
      SELECT id, name, folded FROM lookup INDEXED BY lookup_by_name
      WHERE kind = ? AND EXISTS (SELECT 1 FROM json_each(?) AS part WHERE instr(lookup.folded, part.value) > 0)`)
    .raw()

  /** Entries with similar names, the most similar first. Reads the entire list. */
  const near = (kind: ListKind, typed: string, limit: number): LookupEntry[] => {
    const matcher = nearNameMatcher(typed)
    if (!matcher) return []
    const found: { entry: LookupEntry; steps: number }[] = []
    for (const [id, name, folded] of possiblyNear.iterate(kind, JSON.stringify(matcher.parts))) {
      const steps = matcher.stepsTo(folded)
      if (steps !== undefined) found.push({ entry: { id, name }, steps })
    }
    return found
      .sort((one, other) => one.steps - other.steps || one.entry.name.length - other.entry.name.length)
      .slice(0, limit)
      .map(({ entry }) => entry)
  }

  /**
   * Entries in this order: an exact identifier, an exact name, those of similar items, names that begin with
   * the text, all others by name, and last similar names.
   */
  function find({ kind, text, limit, item = {} }: OptionsQuery): {
    total: number
    entries: LookupOption[]
  } {
    const typed = text.trim()
    const folded = fold(typed)
    const words = folded.split(/\s+/).filter((word) => word !== '')
    const { total } = lookups(kind, { text, limit: 0 })
    const entries =
      words.length === 0
        ? lookups(kind, { limit }).entries
        : ranked.all(kind, JSON.stringify(words), folded, folded, limit)
    const common = inCommon(kind, item)
    const byId = typed === '' ? undefined : entry.get(kind, typed)
    const byName = words.length === 0 ? [] : entries.filter(({ name }) => fold(name) === folded)
    const related = [...common.keys()].flatMap((id) => {
      const found = entry.get(kind, id)
      return found && matchRank(fold(found.name), folded) !== undefined ? [found] : []
    })
    const matches = new Map(
      [...(byId ? [byId] : []), ...byName, ...related, ...entries].map(({ id, name }) => [id, name]),
    )
    const isFurther = byId !== undefined && matchRank(fold(byId.name), folded) === undefined
    const matching = total + (isFurther ? 1 : 0)
    const similar =
      matching < Math.min(maxWithNear, limit)
        ? near(kind, folded, maxWithNear - matching).filter(({ id }) => !matches.has(id))
        : []
    const optionOf = ([id, name]: [string, string]): LookupOption => {
      const shared = common.get(id)
      return { id, name, ...(shared && { common: shared }) }
    }
    return {
      total: matching + similar.length,
      entries: [
        ...[...matches].map(optionOf),
        ...similar.map(({ id, name }) => ({ ...optionOf([id, name]), isSimilar: true })),
      ].slice(0, limit),
    }
  }

  return (query: OptionsQuery): LookupPage => {
    const { kind, text, limit } = query
    const tree = kind === 'category' && isTree.get(kind) !== undefined
    const listed = query.below === '' ? topLevel.all(kind) : below.all(kind, query.below ?? '')
    const found =
      query.below === undefined ? find(query) : { total: listed.length, entries: listed.slice(0, limit) }
    const entries = tree
      ? found.entries.map((one) => ({
          ...one,
          path: pathOf(kind, one.id),
          narrower: narrower.get(kind, one.id) ?? 0,
        }))
      : found.entries
    const known = forms.all(kind)
    const typed = text.trim()
    return {
      total: found.total,
      entries,
      isListEmpty: known.length === 0,
      mayBeIdentifier: entry.get(kind, typed) === undefined && looksLikeIdentifier(typed, known),
      isTree: tree,
    }
  }
}
