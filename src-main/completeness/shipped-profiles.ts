import { requirementProfile, type StoredProfile } from '../../src-shared/completeness/model.ts'
import { shippedFiles } from '../../src-shared/completeness/shipped-words.ts'

/** The examples that come with the program, by the names of their files. */
export const shippedProfiles: readonly StoredProfile[] = Object.entries(shippedFiles).map(([id, file]) => ({
  id,
  isShipped: true,
  profile: requirementProfile.parse(file),
}))
