import type { LookupEntry } from '../../../src-shared/catalog/model.ts'
import type { NameKind } from '../../../src-shared/import/names.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import { unitOf, units } from '../../../src-shared/values/units.ts'
import type { Database } from '../../storage/index.ts'

const unitEntries: readonly LookupEntry[] = units.map(({ code, name }) => ({ id: code, name }))

/** Finds entries of the lists in which names of files are looked up. */
export function openNameEntries(db: Database) {
  const byName = db.prepare<[string, string, string], LookupEntry>(
    // Sorting by identifier would scan the entire list for each name.
    `SELECT id, name FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ?
     ORDER BY name <> ?, id LIMIT 1`,
  )
  const byId = db.prepare<[string, string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ?',
  )
  const packageTypes = db
    .prepare<[], string>("SELECT name FROM item_value WHERE kind = 'package' AND name <> ''")
    .pluck()
  return {
    /** The entry with a name, without case and accents. A package type has no entry. */
    byName(kind: NameKind, name: string): LookupEntry | undefined {
      if (kind === 'packageType') return undefined
      if (kind !== 'unit') return byName.get(kind, fold(name), name)
      const unit = unitOf(name)
      return unit && { id: unit.code, name: unit.name }
    },
    byId(kind: NameKind, id: string): LookupEntry | undefined {
      if (kind === 'packageType') return undefined
      return kind === 'unit' ? unitEntries.find((unit) => unit.id === id) : byId.get(kind, id)
    },
    /** The package types of the catalog. Two spellings are two package types. */
    packageTypes: (): ReadonlySet<string> => new Set(packageTypes.all()),
  }
}

/** Returns a function that reads all entries of a list. */
export function openAllEntries(db: Database): (kind: NameKind) => Iterable<LookupEntry> {
  const all = db.prepare<[string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? ORDER BY name, id',
  )
  const packageTypes = db.prepare<[], LookupEntry>(
    "SELECT name AS id, name FROM item_value WHERE kind = 'package' AND name <> '' ORDER BY name",
  )
  return (kind) => {
    if (kind === 'unit') return unitEntries
    return kind === 'packageType' ? packageTypes.all() : all.iterate(kind)
  }
}
