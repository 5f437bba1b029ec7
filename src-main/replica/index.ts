/**
 * A replica: it follows the catalog of another Catalog Desk, its hub, and answers the local API with the same
 * bytes. Owns the table `replica_state`. The hub's side is in src-main/local-api/hub.
 */
export { openReplica } from './replica.ts'
