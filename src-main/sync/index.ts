/**
 * The sync room keeps this workspace's copy of the service's catalog complete. It owns the tables whose names begin with
 * `sync_`. A run carries out a plan (plan.ts), cut into slices. A page of items is kept in one transaction with the
 * checkpoint after it (checkpoint.ts), so that a run continues where it was, wherever it was cut off.
 *
 * `run/` decides when runs begin and carries them out; `reading/` reads a slice from the service; `store/` keeps runs,
 * slices and quarantine in the database.
 */
export { answerReader } from './store/answer-keeping.ts'
export { syncReader } from './store/sync-reader.ts'
export { createSync, type Sync } from './sync.ts'
export { openRestingState } from './sync-state.ts'
