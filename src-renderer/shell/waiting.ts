import { type OutboxState, outboxStateDescriptions } from '../../src-shared/outbox/outbox-state.ts'

/** Whether a feed in the outbox still has a way to go, or needs a person to look at it. */
export const isWaiting = ({ state }: { state: OutboxState }): boolean =>
  !outboxStateDescriptions[state].terminal
