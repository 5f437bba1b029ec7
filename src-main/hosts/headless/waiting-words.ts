import type { OutboxFeedDetail, OutboxOverview } from '../../../src-shared/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'

/** What a feed that is not at its end waits for, in words; undefined while it is being sent. */
export function waitingWords(
  { state, note, waitsFor }: Pick<OutboxFeedDetail, 'state' | 'note' | 'waitsFor'>,
  { paused, needsCredentials, reachable, reason }: OutboxOverview,
): string | undefined {
  if (state === 'sending') return undefined
  if (paused) return 'Waiting: the outbox works offline, and sends nothing until that is ended.'
  if (needsCredentials)
    return 'Waiting: the service refused the user name or password. Enter them anew with "desk connect".'
  if (reachable === false)
    return `Waiting: ${reason ?? 'the service cannot be reached.'} It is tried again from time to time.`
  if (waitsFor.length > 0) {
    const names = waitsFor.map(({ id, name }) => `“${name}” (${id})`).join(', ')
    return `Waiting for ${names}, about the same items.`
  }
  return `Waiting: ${note ?? outboxStateDescriptions[state].meaning}`
}
