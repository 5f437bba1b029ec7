import * as z from 'zod'
import { type Profile, profiles } from '../api/item-parameters.ts'
import { say } from '../texts/say.ts'

export { type Profile as SyncProfile, profiles as syncProfiles }

export const syncPhases = ['lookups', 'items', 'pictures'] as const
export type SyncPhase = (typeof syncPhases)[number]

/** The amount of data of each record. */
const profile = z.enum(profiles).default('complete')

const identifiers = z.array(z.string().trim().min(1)).min(1).max(200)

/**
 * The scope of a run. Only `full` and `incremental` make the copy complete; the others fetch a part of it.
 */
export const syncPlan = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('full'), profile }),
  /** Changes since the last complete run; everything, if there was none. */
  z.object({ scope: z.literal('incremental'), profile }),
  z.object({
    scope: z.literal('manufacturer'),
    ids: identifiers,
    verified: z.boolean().default(false),
    profile,
  }),
  z.object({ scope: z.literal('brand'), ids: identifiers, verified: z.boolean().default(false), profile }),
  z.object({
    scope: z.literal('gtins'),
    gtins: z.array(z.string().trim().min(1)).min(1).max(100_000),
    verified: z.boolean().default(false),
    profile,
  }),
  z.object({ scope: z.literal('verified'), profile }),
])
export type SyncPlan = z.infer<typeof syncPlan>

export type SyncScope = SyncPlan['scope']

/**
 * Why a run pauses: `limit` and `maintenance` end at a known time, `battery` and `metered` when the state
 * of the computer changes, `person` when a person resumes.
 */
const syncPauses = ['person', 'limit', 'maintenance', 'battery', 'metered'] as const
export type SyncPause = (typeof syncPauses)[number]

/** The cause of a failed run; the user interface shows advice for each. */
const syncFailures = ['credentials', 'unreachable', 'service', 'answer', 'storage', 'defect'] as const
export type SyncFailure = (typeof syncFailures)[number]

export interface SyncRun {
  id: string
  startedAt: string
  endedAt?: string
  /**
   * `interrupted`: the program ended during the run. The next run of the same kind continues the last run
   * unless it is `completed`.
   */
  outcome: 'running' | 'paused' | 'completed' | 'cancelled' | 'failed' | 'interrupted'
  kind: SyncScope
  /** Absent for runs of earlier versions of the program. */
  plan?: SyncPlan
  phase: SyncPhase
  /** Only for outcome `paused`; `until` (ISO 8601) if the pause ends at a known time. */
  pause?: { reason: SyncPause; until?: string }
  /** Only for outcome `failed`. */
  failure?: SyncFailure
  itemsTotal?: number
  /** The number of processed items (new, unchanged and changed), and the counts of new and changed ones. */
  itemsDone: number
  itemsNew: number
  itemsChanged: number
  /** Without the items of the overlapping day, which an incremental run fetches again. */
  itemsUnchanged: number
  /** Items that the service no longer lists; they are kept and marked. */
  itemsGone: number
  /** Items that the service lists again. */
  itemsReturned: number
  /**
   * Set if the service stated another total (`said`) than the number of items it sent (`given`). No item is
   * then marked as no longer listed.
   */
  contradiction?: { said: number; given: number }
  /** Pages that could not be read and items that could not be stored; they are in quarantine. */
  setAside: number
  picturesTotal: number
  picturesDone: number
  bytes: number
  /** Why the run failed, waits or is paused, in words. */
  note?: string
}

/** A part of a run with separate progress. */
export interface SyncSlice {
  number: number
  /** `items`: records are stored. `verified`: only determines which records are verified. */
  purpose: 'items' | 'verified'
  state: 'waiting' | 'reading' | 'done'
  /** Inclusive days as `YYYYMMDD`; without `until` the slice has no end. Absent for a list of codes. */
  since?: string
  until?: string
  /** The requested manufacturer or brand. */
  party?: string
  /** The number of records in the slice, once known. */
  total?: number
  done: number
  /** Number of the current pass, from 1. A slice that changes during a pass is read again. */
  pass: number
}

export const syncSettings = z.object({
  /** Concurrent calls to the service. */
  concurrency: z.int().min(1).max(8).default(2),
  /** The default profile of runs. */
  profile,
  /** Whether a run also determines which items are verified; records do not contain that. */
  learnVerified: z.boolean().default(true),
  schedule: z
    .object({
      /** Absent: no periodic runs. */
      everyMinutes: z
        .int()
        .min(5)
        .max(7 * 24 * 60)
        .optional(),
      onStart: z.boolean().default(false),
      onOnline: z.boolean().default(false),
    })
    .prefault({}),
  /**
   * Whether a run waits while the computer is on battery or on a metered connection, if the computer
   * reports it.
   */
  pauseOnBattery: z.boolean().default(false),
  pauseOnMetered: z.boolean().default(true),
})
export type SyncSettings = z.infer<typeof syncSettings>

export interface SyncState {
  /** The running or paused run. */
  current?: SyncRun
  /** Items per second, over the last few pages. */
  rate?: number
  secondsLeft?: number
  /** The slices of the current run, in order. */
  slices: SyncSlice[]
  history: SyncRun[]
  /** ISO 8601: the time up to which the copy is complete, as far as known. */
  completeUpTo?: string
  /**
   * Present if the service's total contradicts the items it sent; the copy then has only the items that
   * were sent.
   */
  contradiction?: { said: number; given: number }
  items: number
  /** Items that the service no longer lists. */
  itemsGone: number
  lookups: { manufacturer: number; brand: number; distributor: number; retailer: number }
  /** Pages in quarantine. */
  quarantined: number
  /** ISO 8601: when the schedule starts the next run. */
  nextRunAt?: string
  /** The state of the computer; unknown members are absent. */
  power: { onBattery?: boolean; metered?: boolean; online?: boolean }
}

/** A page whose document could not be parsed, or a single item that could not be stored. */
export interface QuarantinedPage {
  id: number
  at: string
  triedAt?: string
  /** Parameters of the call, as sent. */
  query: Record<string, string>
  error: string
  bytes: number
  /** Identifiers of items found in it. */
  itemIds: string[]
}

/** The wording for how current a copy is. Only a copy with no known gap is called complete. */
interface CopyClaim {
  /** A label that precedes the time. */
  label: string
  /** The start of a sentence that ends with the time. */
  sentence: string
}

export function copyClaim({
  contradiction,
  quarantined,
}: Pick<SyncState, 'contradiction' | 'quarantined'>): CopyClaim {
  if (quarantined > 0)
    return {
      label: say`Everything that could be read, up to`,
      sentence: say`The copy holds everything that could be read up to`,
    }
  if (contradiction)
    return {
      label: say`Everything that was sent, up to`,
      sentence: say`The copy holds everything that the service sent up to`,
    }
  return { label: say`Complete up to`, sentence: say`The copy is complete up to` }
}
