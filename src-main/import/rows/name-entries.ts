import type { LookupEntry } from '../../../src-shared/catalog/model.ts'
import type { NameKind } from '../../../src-shared/import/names.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import { unitOf, units } from '../../../src-shared/values/units.ts'
import type { Database } from '../../storage/index.ts'

const unitEntries: readonly LookupEntry[] = units.map(({ code, name }) => ({ id: code, name }))

/** The lists in which names of files are looked up. */
export function openNameEntries(db: Database) {
  const byName = db.prepare<[string, string, string], LookupEntry>(
    // Sorting by identifier would scan the entire list for each name.
    `SELECT id, name FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ?
     ORDER BY name <> ?, id LIMIT 1`,
  )
  const byId = db.prepare<[string, string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ?',
  )
  const all = db.prepare<[string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? ORDER BY name, id',
  )
  // A package type has no identifier: two spellings are two entries.
  const packageTypes = db.prepare<[], LookupEntry>(
    "SELECT name AS id, name FROM item_value WHERE kind = 'package' AND name <> '' ORDER BY name",
  )
  const packageType = db.prepare<[string], LookupEntry>(
    "SELECT name AS id, name FROM item_value WHERE kind = 'package' AND name = ?",
  )
  return {
    /** The entry of a name, without case and accents; a package type in its exact spelling. */
    byName(kind: NameKind, name: string): LookupEntry | undefined {
      if (kind === 'unit') {
        const unit = unitOf(name)
        return unit && { id: unit.code, name: unit.name }
      }
      return kind === 'packageType' ? packageType.get(name) : byName.get(kind, fold(name), name)
    },
    byId(kind: NameKind, id: string): LookupEntry | undefined {
      if (kind === 'packageType') return undefined
      return kind === 'unit' ? unitEntries.find((unit) => unit.id === id) : byId.get(kind, id)
    },
    all(kind: NameKind): Iterable<LookupEntry> {
      if (kind === 'unit') return unitEntries
      return kind === 'packageType' ? packageTypes.all() : all.iterate(kind)
    },
  }
}
