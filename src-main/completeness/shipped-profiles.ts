import { requirementProfile, type StoredProfile } from '../../src-shared/completeness/model.ts'
import { shippedFiles } from '../../src-shared/completeness/shipped-words.ts'

let read: readonly StoredProfile[] | undefined

/** The examples that come with the program, by the names of their files; read at the first call. */
export function shippedProfiles(): readonly StoredProfile[] {
  read ??= Object.entries(shippedFiles).map(([id, file]) => ({
    id,
    isShipped: true,
    profile: requirementProfile.parse(file),
  }))
  return read
}
