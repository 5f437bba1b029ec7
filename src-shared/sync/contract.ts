import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { type QuarantinedPage, type SyncSettings, type SyncState, syncPlan, syncSettings } from './model.ts'

const pageId = z.object({ id: z.int() })

export const syncContract = {
  state: query('sync', 'items', 'lookups', 'workspace').output(type<SyncState>()),
  /**
   * Starts a run, or continues an incomplete run of the same plan. Without a plan, it fetches changes and
   * whatever the copy still lacks. `full` means the full plan with the profile of the settings.
   */
  start: call
    .input(z.object({ full: z.boolean().default(false), plan: syncPlan.optional() }))
    .output(type<SyncState>()),
  pause: call.output(type<SyncState>()),
  /** Continues the paused run immediately. */
  resume: call.output(type<SyncState>()),
  cancel: call.output(type<SyncState>()),
  settings: query('workspace').output(type<SyncSettings>()),
  setSettings: call.input(syncSettings).output(type<SyncSettings>()),
  quarantine: query('sync').output(type<QuarantinedPage[]>()),
  /** The first megabyte of the response as text; undecodable bytes are replaced. */
  quarantinedAnswer: call.input(pageId).output(type<{ text: string; cut: boolean }>()),
  /** Fetches the page again, or all pages without `id`. Readable pages leave the quarantine. */
  retryQuarantined: call
    .input(pageId.partial())
    .output(type<{ kept: number; remaining: number; message: string }>()),
  dropQuarantined: call.input(pageId).output(type<QuarantinedPage[]>()),
}
