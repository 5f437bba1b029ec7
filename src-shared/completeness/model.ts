/**
 * Completeness: what an item should have beyond what makes it valid. A requirement profile is data, written by people
 * and exchanged as files; a score says how much of a profile an item meets, and what is missing.
 */
import * as z from 'zod'
import { type FeedKind, feedKinds, kinds } from '../feeds/kinds/kinds.ts'
import { chosenFileLimits as max } from '../file-limits.ts'

/** `required` and `wished` count alike in a score; the weights of a profile say what matters more. */
const needs = ['required', 'wished'] as const
export type Need = (typeof needs)[number]

/** Profiles of one's own in a workspace. */
export const maxProfiles = 200

const path = z.string().trim().min(1).max(200)

export const requirement = z.strictObject({
  /** Below the item, without positions, as rules name a field: `products/product/description`. */
  path,
  /** The requirement is also met by a value at one of these. */
  or: z.array(path).min(1).max(8).optional(),
  need: z.enum(needs),
  /** Characters of a text, blanks around it aside. */
  least: z.int().min(1).max(100_000).optional(),
  most: z.int().min(1).max(100_000).optional(),
  /** How many entries of a list must fit; one when absent. */
  entries: z.int().min(1).max(1000).optional(),
  /** The picture shows this side (`front`, `left`, `top`, `back`, `right`, `bottom`) or has this GS1 view code. */
  view: z.string().trim().min(1).max(40).optional(),
  /** Pixels of the picture's longer side, at least. */
  pixels: z.int().min(1).max(20_000).optional(),
  /** How much it counts; 1 when absent. Whole numbers: their sums are exact. */
  weight: z.int().min(1).max(100).optional(),
})
export type Requirement = z.output<typeof requirement>

export const requirementProfile = z.strictObject({
  name: z.string().trim().min(1).max(100),
  about: z.string().max(500).optional(),
  /** Content+ feeds have fields of their own: `contentplus` stands alone. */
  kinds: z.array(z.enum(feedKinds)).min(1).max(feedKinds.length),
  /** The identifier of the retailer it is for: of content for single retailers, this one's is judged. */
  retailer: z.string().trim().min(1).max(200).optional(),
  requirements: z.array(requirement).min(1).max(max.requirements),
})
export type RequirementProfile = z.output<typeof requirementProfile>

export const isForContentPlus = (profile: Pick<RequirementProfile, 'kinds'>): boolean =>
  profile.kinds.some((kind) => kinds[kind].payload.name === 'contentplus')

/** A profile of the workspace: one's own, or an example that is shipped and never changes. */
export interface StoredProfile {
  id: string
  isShipped: boolean
  profile: RequirementProfile
}

/** The profiles of a workspace, those shipped first, then by name. */
export interface ProfileList {
  profiles: StoredProfile[]
  /** The profile that items are scored by until another is chosen. */
  defaultId: string
  /** What the service of the connection requires. */
  serviceId: string
}

/** The profiles by which a feed of a kind is scored, the default first; those of other retailers than its own are left out. */
export const profilesFor = (
  { profiles, defaultId }: Pick<ProfileList, 'profiles' | 'defaultId'>,
  kind: FeedKind,
  retailerIds?: readonly string[],
): StoredProfile[] =>
  profiles
    .filter(
      ({ profile: { kinds, retailer } }) =>
        kinds.includes(kind) &&
        (retailer === undefined || retailerIds === undefined || retailerIds.includes(retailer)),
    )
    .toSorted((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId))

/** What the service requires by the decisions; the profile of a connection until another is chosen. */
export const serviceProfileId = 'service'
export const firstDefaultId = 'grocery-basics'

/** A requirement that an item does not meet. */
export interface Missing {
  /** Where it is to be given, below the item and with positions: `products/product[1]/description`. */
  path: string
  /** Of the vocabulary. */
  label: string
  /** Identifier of its section (`vocabulary/sections.ts`). */
  section: string
  kind: Need
  /** Whether nothing at all is there. */
  isAbsent: boolean
  /** In words: `not given`, `12 of at least 30 characters`. */
  reason: string
}

/** A requirement of which nobody here can say whether it is met; it counts neither way. */
interface NotJudged {
  label: string
  reason: string
}

interface Met {
  met: number
  of: number
}

/** How much of a profile an item meets. */
export interface Score {
  /** From 0 to 1: the weight of what is met in that of all that is judged; 1 exactly when nothing is missing. */
  score: number
  required: Met
  wished: Met
  /** In the order of the profile. */
  missing: Missing[]
  notJudged: NotJudged[]
}

/** The score of a record of the catalog, and by which profile. */
export interface RecordScore extends Score {
  profileId: string
  profileName: string
  /** The kind of feed by which what is missing would be given. */
  kind: FeedKind
}

/** How the items of one brand, or of one retailer, do. */
export interface GroupScore {
  id: string
  name: string
  items: number
  /** Items of which nothing is missing. */
  complete: number
  /** The mean of the scores. */
  score: number
}

/** A field that many items lack. */
export interface LackedField {
  label: string
  kind: Need
  items: number
}

export type CompletenessErrorCode =
  | 'PROFILE_INVALID'
  | 'PROFILE_NOT_FOUND'
  | 'PROFILE_SHIPPED'
  | 'TOO_MANY_PROFILES'
  | 'ITEM_NOT_FOUND'
