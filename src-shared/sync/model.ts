import * as z from 'zod'
import { type Profile, profiles } from '../api/item-parameters.ts'
import { say } from '../texts/say.ts'

export { type Profile as SyncProfile, profiles as syncProfiles }

export const syncPhases = ['lookups', 'items', 'pictures'] as const
export type SyncPhase = (typeof syncPhases)[number]

/** The part of each record that is fetched. */
const profile = z.enum(profiles).default('complete')

const identifiers = z.array(z.string().trim().min(1)).min(1).max(200)

/** What a run fetches. Only `full` and `incremental` make the copy complete; the others fetch a part of it. */
export const syncPlan = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('full'), profile }),
  /** What changed since the last complete run; everything, when there was none. */
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
 * Why a run pauses: `limit` and `maintenance` end by themselves at a known time, `battery` and `metered` when the
 * computer's state changes, `person` when a person says so.
 */
const syncPauses = ['person', 'limit', 'maintenance', 'battery', 'metered'] as const
export type SyncPause = (typeof syncPauses)[number]

/** The cause of a failed run, by which the face gives advice. */
const syncFailures = ['credentials', 'unreachable', 'service', 'answer', 'storage', 'defect'] as const
export type SyncFailure = (typeof syncFailures)[number]

export interface SyncRun {
  id: string
  startedAt: string
  endedAt?: string
  /** `interrupted`: the program ended during the run. The next run of the same kind continues every run but a `completed` one. */
  outcome: 'running' | 'paused' | 'completed' | 'cancelled' | 'failed' | 'interrupted'
  kind: SyncScope
  /** Absent for runs of earlier versions of the program. */
  plan?: SyncPlan
  phase: SyncPhase
  /** For outcome `paused` only; `until` (ISO 8601) when the pause ends by itself at a known time. */
  pause?: { reason: SyncPause; until?: string }
  /** For outcome `failed` only. */
  failure?: SyncFailure
  itemsTotal?: number
  /** The numbers of new, unchanged and changed items of the run. */
  itemsDone: number
  itemsNew: number
  itemsChanged: number
  /** Without the items that an incremental run fetches again for the day before it. */
  itemsUnchanged: number
  /** Items that the service no longer lists; they are kept and marked. */
  itemsGone: number
  /** Items that the service lists again. */
  itemsReturned: number
  /** The total that the service stated, when it sent another number of items; then no item is marked as no longer listed. */
  contradiction?: { said: number; given: number }
  /** Pages that could not be read and items that could not be kept; they are in quarantine. */
  setAside: number
  picturesTotal: number
  picturesDone: number
  bytes: number
  /** Why the run failed, waits or is paused, in words. */
  note?: string
}

/** A part of a run with its own progress. */
export interface SyncSlice {
  number: number
  /** `items`: records that are kept. `verified`: only which records are verified. */
  purpose: 'items' | 'verified'
  state: 'waiting' | 'reading' | 'done'
  /** Inclusive days as `YYYYMMDD`; without `until` the slice has no end. Absent for a list of codes. */
  since?: string
  until?: string
  /** The manufacturer or brand asked for. */
  party?: string
  /** The number of records in the slice, once known. */
  total?: number
  done: number
  /** The reading, from 1. A slice that changed while it was read is read again. */
  pass: number
}

export const syncSettings = z.object({
  /** Calls to the service at a time. */
  concurrency: z.int().min(1).max(8).default(2),
  /** The profile of runs without another choice. */
  profile,
  /** Whether a run also finds out which items are verified; records do not say it. */
  learnVerified: z.boolean().default(true),
  schedule: z
    .object({
      /** Absent: no runs at regular times. */
      everyMinutes: z
        .int()
        .min(5)
        .max(7 * 24 * 60)
        .optional(),
      onStart: z.boolean().default(false),
      onOnline: z.boolean().default(false),
    })
    .prefault({}),
  /** Whether a run waits while the computer is on battery, or on a metered connection, when the computer can tell. */
  pauseOnBattery: z.boolean().default(false),
  pauseOnMetered: z.boolean().default(true),
})
export type SyncSettings = z.infer<typeof syncSettings>

export interface SyncState {
  /** The running or paused run. */
  current?: SyncRun
  /** Items a second, of the last few pages. */
  rate?: number
  secondsLeft?: number
  /** The slices of the current run, in order. */
  slices: SyncSlice[]
  history: SyncRun[]
  /** ISO 8601: the time up to which the copy is complete, as far as is known. */
  completeUpTo?: string
  /** Present when the service's total contradicts the items it sent: the copy is then as complete as the answers. */
  contradiction?: { said: number; given: number }
  items: number
  /** Items that the service no longer lists. */
  itemsGone: number
  lookups: { manufacturer: number; brand: number; distributor: number; retailer: number }
  /** Pages in quarantine. */
  quarantined: number
  /** ISO 8601: when the schedule starts the next run. */
  nextRunAt?: string
  /** The state of the computer; members that are not known are absent. */
  power: { onBattery?: boolean; metered?: boolean; online?: boolean }
}

/** A page whose document could not be read, or a single item that could not be kept. */
export interface QuarantinedPage {
  id: number
  at: string
  triedAt?: string
  /** The parameters of the call, as sent. */
  query: Record<string, string>
  error: string
  bytes: number
  /** Identifiers of items that were found in it. */
  itemIds: string[]
}

/** The words for how current a copy is. Only a copy that lacks nothing known is called complete. */
interface CopyClaim {
  /** A label before the time. */
  label: string
  /** The beginning of a sentence with the time. */
  sentence: string
}

export function copyClaim({
  contradiction,
  quarantined,
}: Pick<SyncState, 'contradiction' | 'quarantined'>): CopyClaim {
  if (quarantined > 0)
    return {
      label: say`All that could be read, up to`,
      sentence: say`The copy holds all that could be read up to`,
    }
  if (contradiction)
    return {
      label: say`All that was given, up to`,
      sentence: say`The copy holds all that the service gave up to`,
    }
  return { label: say`Complete up to`, sentence: say`The copy is complete up to` }
}
