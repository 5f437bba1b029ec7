/**
 * Sync keeps this workspace's copy of the service's catalog complete. It owns the tables whose names start
 * with `sync_`. A run executes a plan (plan.ts), which is split into slices. A page of items is stored in one
 * transaction with the checkpoint after it (checkpoint.ts), so that an interrupted run continues from its
 * last page.
 *
 * `run/` schedules and executes runs; `reading/` reads a slice from the service; `store/` stores runs, slices
 * and the quarantine in the database.
 */
export { answerReader } from './store/answer-keeping.ts'
export { syncReader } from './store/sync-reader.ts'
export { createSync, type Sync } from './sync.ts'
export { openIdleState } from './sync-state.ts'
