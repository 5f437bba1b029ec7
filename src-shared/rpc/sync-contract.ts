import { oc, type } from '@orpc/contract'
import * as z from 'zod'

export const syncPhases = ['lookups', 'items', 'pictures'] as const
export type SyncPhase = (typeof syncPhases)[number]

export interface SyncRun {
  id: string
  startedAt: string
  endedAt?: string
  /** `interrupted`: the program ended in the middle; the next run continues it. */
  outcome: 'running' | 'completed' | 'cancelled' | 'failed' | 'interrupted'
  kind: 'full' | 'incremental'
  phase: SyncPhase
  itemsTotal?: number
  itemsDone: number
  itemsNew: number
  itemsChanged: number
  itemsUnchanged: number
  picturesTotal: number
  picturesDone: number
  bytes: number
  /** Why it failed or waits, in words. */
  note?: string
}
export interface SyncState {
  current?: SyncRun
  /** Items a second, over the last few pages. */
  rate?: number
  secondsLeft?: number
  history: SyncRun[]
  /** ISO 8601: the moment up to which the copy is known to be complete. */
  completeUpTo?: string
  items: number
  lookups: { manufacturer: number; brand: number; distributor: number; retailer: number }
}

export const syncContract = {
  state: oc.output(type<SyncState>()),
  /** Starts, or continues what was interrupted. `full` asks for everything again. */
  start: oc.input(z.object({ full: z.boolean().default(false) })).output(type<SyncState>()),
  cancel: oc.output(type<SyncState>()),
}
