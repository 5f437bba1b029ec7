/**
 * Completeness: the content an item should have beyond being valid. A requirement profile is data, written
 * by people and exchanged as files. A score is the share of a profile that an item meets, with the list of
 * what is missing.
 */
import * as z from 'zod'
import { type FeedKind, feedKinds, kinds } from '../feeds/kinds/kinds.ts'
import { chosenFileLimits as max } from '../file-limits.ts'
import { pictureRule } from '../media/picture-checks.ts'

/** `required` and `wished` count equally in a score; the weights of a profile set the priorities. */
const needs = ['required', 'wished'] as const
export type Need = (typeof needs)[number]

/** Custom profiles in a workspace. */
export const maxProfiles = 200

const path = z.string().trim().min(1).max(200)

export const requirement = z.strictObject({
  /** Below the item, without positions, in the form of rule paths: `products/product/description`. */
  path,
  /** Alternative paths: a value at one of them also meets the requirement. */
  or: z.array(path).min(1).max(8).optional(),
  need: z.enum(needs),
  /** Characters of a text, without leading and trailing spaces. */
  least: z.int().min(1).max(100_000).optional(),
  most: z.int().min(1).max(100_000).optional(),
  /** Number of entries of a list that must fit; 1 when absent. */
  entries: z.int().min(1).max(1000).optional(),
  /**
   * The side (`front`, `left`, `top`, `back`, `right`, `bottom`) or the GS1 view code that the picture must
   * show.
   */
  view: z.string().trim().min(1).max(40).optional(),
  /** Minimum pixels of the picture's longer side. */
  pixels: z.int().min(1).max(20_000).optional(),
  /** Weight in the score; 1 when absent. Weights are integers so that their sums are exact. */
  weight: z.int().min(1).max(100).optional(),
})
export type Requirement = z.output<typeof requirement>

export const requirementProfile = z.strictObject({
  name: z.string().trim().min(1).max(100),
  about: z.string().max(500).optional(),
  /** Content+ feeds have different fields, so `contentplus` cannot be combined with other kinds. */
  kinds: z.array(z.enum(feedKinds)).min(1).max(feedKinds.length),
  /**
   * Identifier of the retailer that the profile is for: of content for individual retailers, only this
   * retailer's is checked.
   */
  retailer: z.string().trim().min(1).max(200).optional(),
  requirements: z.array(requirement).min(1).max(max.requirements),
  /** Rules for pictures; the default rules (src-shared/media/picture-checks.ts) when absent. */
  pictures: z.array(pictureRule).max(50).optional(),
})
export type RequirementProfile = z.output<typeof requirementProfile>

export const isForContentPlus = (profile: Pick<RequirementProfile, 'kinds'>): boolean =>
  profile.kinds.some((kind) => kinds[kind].payload.name === 'contentplus')

/** A profile of the workspace: a custom one, or a shipped example, which never changes. */
export interface StoredProfile {
  id: string
  isShipped: boolean
  profile: RequirementProfile
}

/** The profiles of a workspace: shipped ones first, then by name. */
export interface ProfileList {
  profiles: StoredProfile[]
  /** The profile that items are scored by unless another is selected. */
  defaultId: string
  /** The profile of the service's requirements. */
  serviceId: string
}

/**
 * The profiles for scoring a feed of a kind, the default first; profiles of retailers that the feed does
 * not address are omitted.
 */
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

/**
 * The service's requirements according to the design decisions; the profile of a connection unless another
 * is selected.
 */
export const serviceProfileId = 'service'
export const firstDefaultId = 'grocery-basics'

/** A requirement that an item does not meet. */
export interface Missing {
  /** Where the value belongs, below the item and with positions: `products/product[1]/description`. */
  path: string
  /** Label of the vocabulary. */
  label: string
  /** Identifier of its section (`vocabulary/sections.ts`). */
  section: string
  kind: Need
  /** Whether the value is absent entirely. */
  isAbsent: boolean
  /** In words: `not given`, `12 of at least 30 characters`. */
  reason: string
}

/** A requirement that this computer cannot check; it does not count in the score. */
interface NotJudged {
  label: string
  reason: string
}

interface Met {
  met: number
  of: number
}

/** How far an item meets a profile. */
export interface Score {
  /**
   * From 0 to 1: the weight of the requirements met divided by the weight of those checked; exactly 1 if
   * nothing is missing.
   */
  score: number
  required: Met
  wished: Met
  /** In the order of the profile. */
  missing: Missing[]
  notChecked: NotJudged[]
}

/** The score of a catalog record, with the profile used. */
export interface RecordScore extends Score {
  profileId: string
  profileName: string
  /** The kind of feed that can supply what is missing. */
  kind: FeedKind
}

/** The scores of the catalog by the default profile, for its filters, its column and Quality. */
export interface CatalogScores {
  profileId: string
  profileName: string
  /**
   * `current`: each item has its score by its current data. `counting`: some scores are missing or may be out of
   * date. `failed`, `stopped`: so too, and they are not being counted.
   */
  state: 'current' | 'counting' | 'failed' | 'stopped'
  /** From 0 to 1. */
  progress: number
  trouble?: string
}

/** The scores of the items of one brand or of one retailer. */
export interface GroupScore {
  id: string
  name: string
  items: number
  /** Items that lack nothing. */
  complete: number
  /** Mean score. */
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
