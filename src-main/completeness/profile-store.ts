import type { RequirementProfile, StoredProfile } from '../../src-shared/completeness/model.ts'
import { validateProfile } from '../../src-shared/completeness/read-profile.ts'
import { type Database, defineReader, defineWriter, type RequirementProfileRow } from '../storage/index.ts'

/** A stored profile; for one that this version cannot read, the reason. */
type KeptProfile = StoredProfile | { id: string; trouble: string }

function kept({ id, content }: Pick<RequirementProfileRow, 'id' | 'content'>): KeptProfile {
  const read = validateProfile(parsed(content))
  if ('profile' in read) return { id, isShipped: false, profile: read.profile }
  return { id, trouble: read.problems.map(({ path, message }) => `${path}: ${message}`).join(' ') }
}

/** The parsed JSON; undefined, which is an invalid profile, if the text is damaged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The profiles stored in this database. */
export function openKeptProfiles(db: Database) {
  const all = db.prepare<[], Pick<RequirementProfileRow, 'id' | 'content'>>(
    'SELECT id, content FROM requirement_profile ORDER BY id',
  )
  const one = db.prepare<[string], Pick<RequirementProfileRow, 'id' | 'content'>>(
    'SELECT id, content FROM requirement_profile WHERE id = ?',
  )
  return {
    all: (): KeptProfile[] => all.all().map(kept),
    get(id: string): KeptProfile | undefined {
      const row = one.get(id)
      return row && kept(row)
    },
  }
}

export const profileReader = defineReader('completeness/profile', ({ db }) => openKeptProfiles(db))

export const profileWriter = defineWriter('completeness/profile', ({ db, now, record }) => {
  const count = db.prepare<[string], number>('SELECT count(*) FROM requirement_profile WHERE id <> ?').pluck()
  const put = db.prepare(
    `INSERT INTO requirement_profile VALUES (@id, @content, @now, @now)
     ON CONFLICT (id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
  )
  const remove = db.prepare('DELETE FROM requirement_profile WHERE id = ?')
  return {
    /** @returns false if there are too many profiles */
    put(id: string, profile: RequirementProfile, most: number): boolean {
      if ((count.get(id) ?? 0) >= most) return false
      put.run({ id, content: JSON.stringify(profile), now: now() })
      record({ topic: 'completeness', ids: [id] })
      return true
    },
    remove(id: string): boolean {
      const removed = remove.run(id).changes > 0
      if (removed) record({ topic: 'completeness', ids: [id] })
      return removed
    },
  }
})
