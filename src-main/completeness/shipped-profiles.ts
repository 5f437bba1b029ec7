import { requirementProfile, type StoredProfile } from '../../src-shared/completeness/model.ts'
import { shippedFiles } from '../../src-shared/completeness/shipped-words.ts'

let read: readonly StoredProfile[] | undefined

/** The examples included in the program, by file name; parsed at the first call. */
export function shippedProfiles(): readonly StoredProfile[] {
  read ??= Object.entries(shippedFiles).map(([id, file]) => ({
    id,
    isShipped: true,
    profile: requirementProfile.parse(file),
  }))
  return read
}
