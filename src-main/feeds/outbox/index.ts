/**
 * Frozen feeds on their way to the service, and their results. This room owns the tables `feed`, `feed_body`,
 * `feed_before`, `feed_event`, `feed_code`, `open_feed_code` and `feed_result`, the lock that allows one
 * process to send from a workspace, the loop that sends and polls, and the file outside of the workspace that
 * records what this computer has seen the workspace send. State transitions are defined only in
 * `src-shared/feeds/outbox/outbox-machine.ts`.
 */

export { createGateway } from './gateway.ts'
export { createOutbox, type Outbox } from './outbox.ts'
export { connectService, feedsOfConnected, isOtherService } from './send/connect-service.ts'
export { openSendingRecord } from './send/sending-record.ts'
