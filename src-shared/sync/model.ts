import * as z from 'zod'
import { type Profile, profiles } from '../api/item-parameters.ts'

export { type Profile as SyncProfile, profiles as syncProfiles }

export const syncPhases = ['lookups', 'items', 'pictures'] as const
export type SyncPhase = (typeof syncPhases)[number]

/** How much of each record to ask for. */
const profile = z.enum(profiles).default('complete')

const identifiers = z.array(z.string().trim().min(1)).min(1).max(200)

/** What a run asks for. Only `full` and `incremental` make the whole copy complete; the others bring a part of it. */
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

/** What made a run fail, for the face to say what can be done. */
const syncFailures = ['credentials', 'unreachable', 'service', 'answer', 'storage', 'defect'] as const
export type SyncFailure = (typeof syncFailures)[number]

export interface SyncRun {
  id: string
  startedAt: string
  endedAt?: string
  /** `interrupted`: the program ended in the middle. Everything but `completed` is continued by the next run of its kind. */
  outcome: 'running' | 'paused' | 'completed' | 'cancelled' | 'failed' | 'interrupted'
  kind: SyncScope
  /** Absent for runs of earlier versions of this program. */
  plan?: SyncPlan
  phase: SyncPhase
  /** Outcome `paused` only; `until` where it ends by itself at a known time (ISO 8601). */
  pause?: { reason: SyncPause; until?: string }
  /** Outcome `failed` only. */
  failure?: SyncFailure
  itemsTotal?: number
  /** Different items this run brought, met again, or found changed. */
  itemsDone: number
  itemsNew: number
  itemsChanged: number
  /** Without what an incremental run repeats of the day before it. */
  itemsUnchanged: number
  /** Items the service no longer lists: kept, and marked. */
  itemsGone: number
  /** Items it lists again. */
  itemsReturned: number
  /** What the service said that it has, where it gave another number of different items; nothing is judged to be gone then. */
  contradiction?: { said: number; given: number }
  /** Pages that could not be read, and single items that could not be kept: they went to quarantine. */
  setAside: number
  picturesTotal: number
  picturesDone: number
  bytes: number
  /** Why it failed, waits or pauses, in words. */
  note?: string
}

/** A part of a run that is read by itself. */
export interface SyncSlice {
  number: number
  /** `items`: records that are kept. `verified`: only which records are verified. */
  purpose: 'items' | 'verified'
  state: 'waiting' | 'reading' | 'done'
  /** Days as `YYYYMMDD`, inclusive; `until` absent: to the end. Absent for a list of codes. */
  since?: string
  until?: string
  /** The manufacturer or brand asked for. */
  party?: string
  /** Records it holds, once known. */
  total?: number
  done: number
  /** From 1; more than 1: it moved while it was read, and is read again. */
  pass: number
}

export const syncSettings = z.object({
  /** Calls to the service at a time. */
  concurrency: z.int().min(1).max(8).default(2),
  /** What a run asks for when nothing else is said. */
  profile,
  /** Also ask which items are verified: the record itself does not say. */
  learnVerified: z.boolean().default(true),
  schedule: z
    .object({
      /** Absent: not by the clock. */
      everyMinutes: z
        .int()
        .min(5)
        .max(7 * 24 * 60)
        .optional(),
      onStart: z.boolean().default(false),
      onOnline: z.boolean().default(false),
    })
    .prefault({}),
  /** Wait while the computer runs on its battery, or on a connection that is paid by volume, where it can tell. */
  pauseOnBattery: z.boolean().default(false),
  pauseOnMetered: z.boolean().default(true),
})
export type SyncSettings = z.infer<typeof syncSettings>

export interface SyncState {
  /** The run under way, or paused. */
  current?: SyncRun
  /** Items a second, over the last few pages. */
  rate?: number
  secondsLeft?: number
  /** Of the current run, in order. */
  slices: SyncSlice[]
  history: SyncRun[]
  /** ISO 8601: the moment up to which the copy is known to be complete. */
  completeUpTo?: string
  /** The service's numbers contradict what it gave: the copy is as complete as the service's answers are. */
  contradiction?: { said: number; given: number }
  items: number
  /** Items the service no longer lists. */
  itemsGone: number
  lookups: { manufacturer: number; brand: number; distributor: number; retailer: number }
  /** Pages in quarantine. */
  quarantined: number
  /** ISO 8601: when the schedule starts the next run. */
  nextRunAt?: string
  /** What of the computer's state is known; absent members are not. */
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
  /** Identifiers of items that can be made out in it. */
  itemIds: string[]
}

/** How it is said up to when a copy holds the service's catalog: only one that lacks nothing known is complete. */
interface CopyClaim {
  /** Before the moment, on its own. */
  label: string
  /** The same as the beginning of a sentence. */
  sentence: string
}

export function copyClaim({
  contradiction,
  quarantined,
}: Pick<SyncState, 'contradiction' | 'quarantined'>): CopyClaim {
  if (quarantined > 0)
    return {
      label: 'All that could be read, up to',
      sentence: 'The copy holds all that could be read up to',
    }
  if (contradiction)
    return { label: 'All that was given, up to', sentence: 'The copy holds all that the service gave up to' }
  return { label: 'Complete up to', sentence: 'The copy is complete up to' }
}
