import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { type QuarantinedPage, type SyncSettings, type SyncState, syncPlan, syncSettings } from './model.ts'

const pageId = z.object({ id: z.int() })

export const syncContract = {
  state: query('sync', 'items', 'lookups', 'workspace').output(type<SyncState>()),
  /**
   * Starts, or continues a run of the same plan that did not complete. Without a plan: what changed, or whatever
   * kept the copy from being complete. `full` stands for the full plan in the profile of the settings.
   */
  start: call
    .input(z.object({ full: z.boolean().default(false), plan: syncPlan.optional() }))
    .output(type<SyncState>()),
  pause: call.output(type<SyncState>()),
  /** Goes on with the paused run at once. */
  resume: call.output(type<SyncState>()),
  cancel: call.output(type<SyncState>()),
  settings: query('workspace').output(type<SyncSettings>()),
  setSettings: call.input(syncSettings).output(type<SyncSettings>()),
  quarantine: query('sync').output(type<QuarantinedPage[]>()),
  /** The answer as text, undecodable bytes replaced; at most the first megabyte. */
  quarantinedAnswer: call.input(pageId).output(type<{ text: string; cut: boolean }>()),
  /** Asks for the page again, or (without `id`) for all; what could be read leaves the quarantine. */
  retryQuarantined: call
    .input(pageId.partial())
    .output(type<{ kept: number; remaining: number; message: string }>()),
  dropQuarantined: call.input(pageId).output(type<QuarantinedPage[]>()),
}
