import { oc, type } from '@orpc/contract'
import * as z from 'zod'

/** `rebuild`: columns and search index are made anew from the stored items. `check`: everything is looked over. */
export const upkeepWorks = ['rebuild', 'check'] as const
export type UpkeepWork = (typeof upkeepWorks)[number]

/** `items` is that of a rebuild; a check goes through the others, in this order. */
export type UpkeepPhase = 'items' | 'database' | 'index' | 'pictures'

export interface UpkeepProgress {
  phase: UpkeepPhase
  /** Items, parts of the database or of the index, or pictures. */
  done: number
  total: number
  /** Once there is something to reckon with. */
  perSecond?: number
  secondsLeft?: number
}
export interface UpkeepRun extends UpkeepProgress {
  work: UpkeepWork
  /** A rebuild this program does not carry out: another one does, or was ended in the middle of it. */
  isElsewhere?: true
  /** It ends as soon as the part it is at is done. */
  isStopping?: true
}

interface Ended {
  /** ISO 8601 */
  endedAt: string
  /** Why it failed, and what to do. */
  note?: string
}
export interface RebuildOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  items: number
  /** Stored items that can no longer be read; they are kept. */
  damaged: number
  milliseconds: number
}
export interface CheckOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  /** What is wrong, in sentences. */
  findings: string[]
}

export interface UpkeepState {
  running?: UpkeepRun
  lastRebuild?: RebuildOutcome
  lastCheck?: CheckOutcome
}

export const upkeepContract = {
  state: oc.output(type<UpkeepState>()),
  /** Begins, or goes on with a rebuild that was cut off; answers at once. One goes on at a time: it is left alone. */
  start: oc.input(z.object({ work: z.enum(upkeepWorks) })).output(type<UpkeepState>()),
  /** Ends the one under way. A rebuild that is ended leaves the catalog as whole as it was. */
  cancel: oc.output(type<UpkeepState>()),
}
