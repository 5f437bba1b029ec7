/**
 * The sync room: keeps this workspace's copy of the service's catalog complete. It owns the tables whose names begin
 * with `sync_`. A run is a plan cut into slices; a page of items and the checkpoint behind it are one transaction, so
 * that a run that was cut off anywhere continues where it was.
 */
export { answerReader } from './page-keeper.ts'
export { createSync, type Sync } from './sync.ts'
export { syncReader } from './sync-reader.ts'
export { openRestingState } from './sync-state.ts'
