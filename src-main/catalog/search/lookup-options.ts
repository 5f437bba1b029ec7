import { looksLikeIdentifier } from '../../../src-shared/catalog/identifier.ts'
import type {
  ItemToFill,
  ListKind,
  LookupEntry,
  LookupOption,
  LookupPage,
} from '../../../src-shared/catalog/model.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import type { Database, LookupRow } from '../../storage/index.ts'
import type { openLookups } from '../lookups.ts'
import { openInCommon } from './facts/in-common.ts'

/** Maximum number of identifiers sampled to recognize the form of a list's identifiers. */
const maxForms = 500
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

  /** Entries in this order: an exact identifier, those of similar items, then all by name. */
  function find({ kind, text, limit, item = {} }: OptionsQuery): {
    total: number
    entries: LookupOption[]
  } {
    const typed = text.trim()
    const words = fold(typed).split(/\s+/)
    const { total, entries } = lookups(kind, { text, limit })
    const common = inCommon(kind, item)
    const exact = typed === '' ? undefined : entry.get(kind, typed)
    const near = [...common.keys()].flatMap((id) => {
      const found = entry.get(kind, id)
      const fits = found && words.every((word) => fold(found.name).includes(word))
      return fits ? [found] : []
    })
    const all = new Map([...(exact ? [exact] : []), ...near, ...entries].map((one) => [one.id, one.name]))
    const isFurther = exact !== undefined && !words.every((word) => fold(exact.name).includes(word))
    return {
      total: total + (isFurther ? 1 : 0),
      entries: [...all].slice(0, limit).map(([id, name]) => {
        const shared = common.get(id)
        return { id, name, ...(shared && { common: shared }) }
      }),
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
