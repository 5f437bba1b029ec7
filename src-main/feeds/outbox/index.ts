/**
 * Frozen feeds on their way to the service, and their results. The room owns the tables `feed`, `feed_body`,
 * `feed_before`, `feed_event`, `feed_code`, `open_feed_code` and `feed_result`, the lock that lets one process send from a
 * workspace, the loop that sends, follows and asks, and the file outside the workspace with what this computer saw the
 * workspace send. `src-shared/feeds/outbox/outbox-machine.ts` alone decides which state follows which.
 */

export { createGateway } from './gateway.ts'
export { createOutbox, type Outbox } from './outbox.ts'
export { connectService, feedsOfConnected, isOtherService } from './send/connect-service.ts'
export { openSendingRecord } from './send/sending-record.ts'
