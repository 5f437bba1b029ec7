import { type } from '@orpc/contract'
import * as z from 'zod'
import { chosenFileLimits } from '../file-limits.ts'
import { call, query } from '../rpc/procedure.ts'
import {
  type CatalogScores,
  type ProfileList,
  type RecordScore,
  requirementProfile,
  type StoredProfile,
} from './model.ts'

const byId = z.object({ id: z.string() })

export const completenessContract = {
  profiles: query('completeness', 'workspace').output(type<ProfileList>()),
  /**
   * Saves a custom profile: a new one without `id`, otherwise the profile with that identifier, which is
   * created if it does not exist. Refused (`PROFILE_INVALID`) with one problem per fault; a shipped example
   * cannot be changed (`PROFILE_SHIPPED`).
   */
  save: call
    .input(z.object({ id: z.string().max(100).optional(), profile: z.unknown() }))
    .output(type<StoredProfile>()),
  /**
   * Makes an editable copy of a profile, in the language of the page. A number is appended to a name that
   * is in use.
   */
  duplicate: call
    .input(byId.extend({ name: z.string().min(1).max(200), about: requirementProfile.shape.about }))
    .output(type<StoredProfile>()),
  /** Returns the deleted profile; saving it under its identifier restores it. */
  delete: call.input(byId).output(type<StoredProfile>()),
  /** Imports the text of a file. Refused for the same reasons as `save`. */
  import: call
    .input(z.object({ text: z.string().max(2 * chosenFileLimits.profileCharacters) }))
    .output(type<StoredProfile>()),
  export: call.input(byId).output(type<{ fileName: string; text: string }>()),
  /**
   * `defaultId`: the profile that items are scored by. `serviceId`: the requirements of the connected
   * service.
   */
  choose: call
    .input(z.object({ defaultId: z.string().optional(), serviceId: z.string().optional() }))
    .output(type<ProfileList>()),
  /**
   * The profile that the catalog is scored by, and the state of the count. Poll while it is `counting`: a count
   * publishes few changes.
   */
  scores: query('scores', 'completeness', 'workspace', 'items', 'media', 'lookups', 'received-feeds').output(
    type<CatalogScores>(),
  ),
  /** The score of a record, by the default profile when none is named. */
  ofItem: query('items', 'completeness', 'workspace', 'media', 'received-feeds')
    .input(z.object({ id: z.string(), profileId: z.string().optional() }))
    .output(type<RecordScore>()),
}
