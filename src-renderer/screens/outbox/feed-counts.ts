import type { OutboxOverview } from '../../../src-shared/outbox/model.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
  outboxStates,
} from '../../../src-shared/outbox/outbox-state.ts'

/** How many feeds are in one of these states. */
export const feedsIn = ({ counts }: OutboxOverview, states: readonly OutboxState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0)

/** States of feeds that still have a way to go, or need a person to look at them. */
export const waitingStates = outboxStates.filter((state) => !outboxStateDescriptions[state].terminal)
