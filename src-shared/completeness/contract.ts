import { type } from '@orpc/contract'
import * as z from 'zod'
import { chosenFileLimits } from '../file-limits.ts'
import { call, query } from '../rpc/procedure.ts'
import { type ProfileList, type RecordScore, requirementProfile, type StoredProfile } from './model.ts'

const byId = z.object({ id: z.string() })

export const completenessContract = {
  profiles: query('completeness', 'workspace').output(type<ProfileList>()),
  /**
   * Keeps a profile of one's own: a new one without `id`, else in the place of the one of that identifier, which need
   * not be there any more. Refused (`PROFILE_INVALID`) with a problem for each thing that is wrong; an example that is
   * shipped cannot be changed (`PROFILE_SHIPPED`).
   */
  save: call
    .input(z.object({ id: z.string().max(100).optional(), profile: z.unknown() }))
    .output(type<StoredProfile>()),
  /** A copy of a profile, to be changed, in the words of the page; a number follows a name that another one has. */
  duplicate: call
    .input(byId.extend({ name: z.string().min(1).max(200), about: requirementProfile.shape.about }))
    .output(type<StoredProfile>()),
  /** Answers what was deleted: saved under its identifier it is there again. */
  delete: call.input(byId).output(type<StoredProfile>()),
  /** The text of a file. Refused as `save` refuses. */
  import: call
    .input(z.object({ text: z.string().max(2 * chosenFileLimits.profileCharacters) }))
    .output(type<StoredProfile>()),
  export: call.input(byId).output(type<{ fileName: string; text: string }>()),
  /** `defaultId`: items are scored by it. `serviceId`: what the service of the connection requires. */
  choose: call
    .input(z.object({ defaultId: z.string().optional(), serviceId: z.string().optional() }))
    .output(type<ProfileList>()),
  /** The score of a record; by the default profile when none is named. */
  ofItem: query('items', 'completeness', 'workspace', 'media', 'received-feeds')
    .input(z.object({ id: z.string(), profileId: z.string().optional() }))
    .output(type<RecordScore>()),
}
