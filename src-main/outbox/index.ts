/**
 * Frozen feeds on their way to the service, and the truth about each. The room owns the tables `feed`, `feed_body`,
 * `feed_before`, `feed_event`, `feed_code`, `open_feed_code` and `feed_result`, the lock that lets one process send from a
 * workspace, the loop that sends, follows and asks, and a file outside the workspace that says what this computer saw the
 * workspace send. Where a feed may go next is decided by `src-shared/outbox/outbox-machine.ts` alone.
 */
export { openCustody } from './custody.ts'
export { createOwnService } from './feed-service.ts'
export { createGateway } from './gateway.ts'
export { createOutbox, type Outbox } from './outbox.ts'
