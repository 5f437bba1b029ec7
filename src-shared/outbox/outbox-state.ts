/** Where a frozen feed is on its way to the service. */
export const outboxStates = [
  'queued',
  'sending',
  'acknowledged',
  'processing',
  'done',
  'failed',
  'uncertain',
  'withdrawn',
] as const
export type OutboxState = (typeof outboxStates)[number]
