/**
 * State machine of a frozen feed: possible events and next state for each state. No other code decides this;
 * the store rejects an event that is not in the table.
 *
 * The table guarantees two properties. A frozen payload is sent a second time only after proof that the first
 * sending did not arrive, or after a person's decision. A lost acknowledgement never causes a sending. A
 * refusal such as 503 is no proof, because a proxy may have answered it; so the catalog is searched for the
 * feed's content first.
 */
import { type OutboxState, outboxStates } from './outbox-state.ts'

interface OutboxEventDescription {
  /** The origin of the event. */
  by: 'program' | 'service' | 'person'
  meaning: string
}

export const outboxEvents = {
  send: { by: 'program', meaning: 'About to be sent; noted before the first byte leaves' },
  'not-sent': {
    by: 'program',
    meaning: 'Nothing arrived: no connection, or the service turned it away for now',
  },
  doubt: {
    by: 'program',
    meaning: 'Queued in another copy of this workspace, which may have sent it',
  },
  lose: { by: 'program', meaning: 'No acknowledgement came although the feed may have arrived' },
  'turn-away': {
    by: 'program',
    meaning: 'Turned away for now; it may have arrived nevertheless',
  },
  miss: {
    by: 'program',
    meaning: 'Not found at the service after several checks: it has not arrived',
  },
  acknowledge: { by: 'service', meaning: 'The service took the feed and named it' },
  refuse: { by: 'service', meaning: 'The service refused the feed as it is; nothing was stored there' },
  progress: { by: 'service', meaning: 'The service is working on it' },
  finish: { by: 'service', meaning: 'The service has processed the feed and accepted every item' },
  'finish-in-part': {
    by: 'service',
    meaning: 'The service has processed the feed, but refused items, or did not report the result of each',
  },
  reject: { by: 'service', meaning: 'The service could not process the feed' },
  find: { by: 'service', meaning: 'The feed was found at the service' },
  recognise: {
    by: 'service',
    meaning: 'The content of the feed was found in the catalog, but not the feed itself',
  },
  'recognise-in-part': {
    by: 'service',
    meaning:
      'The content of the feed was found in the catalog for the checked items, but not all were checked',
  },
  accept: { by: 'person', meaning: 'Marked as arrived by a person' },
  deny: { by: 'person', meaning: 'Marked as not arrived by a person' },
  rename: {
    by: 'person',
    meaning: 'Identifier at the service corrected by a person',
  },
  settle: {
    by: 'person',
    meaning: 'Nothing more is expected: the results were seen, or are no longer waited for',
  },
  release: { by: 'person', meaning: 'To be sent without waiting for earlier feeds about the same items' },
  hold: { by: 'person', meaning: 'Not to be sent before a moment, or before it is let go' },
  'let-go': { by: 'person', meaning: 'Hold ended: sent when it is its turn' },
  hurry: { by: 'person', meaning: 'To be sent before the others in line' },
  readdress: { by: 'person', meaning: 'To be sent to another service than it was queued for' },
  retry: { by: 'person', meaning: 'To be sent once more' },
  split: { by: 'person', meaning: 'Split into two feeds of half the size' },
  withdraw: { by: 'person', meaning: 'Taken back as a draft' },
} as const satisfies Record<string, OutboxEventDescription>
export type OutboxEventName = keyof typeof outboxEvents
export const outboxEventNames = Object.keys(outboxEvents) as OutboxEventName[]

/** Transitions of an acknowledged feed: status reports of the service, and decisions of a person. */
const followed: Partial<Record<OutboxEventName, OutboxState>> = {
  progress: 'processing',
  finish: 'done',
  'finish-in-part': 'partly-done',
  reject: 'failed',
  rename: 'acknowledged',
  accept: 'done',
  deny: 'failed',
  settle: 'done',
}

/** Transitions of a feed that the service may have: evidence in the catalog, and decisions of a person. */
const doubted: Partial<Record<OutboxEventName, OutboxState>> = {
  find: 'acknowledged',
  rename: 'acknowledged',
  recognise: 'done',
  'recognise-in-part': 'partly-done',
  accept: 'done',
  deny: 'failed',
  settle: 'done',
}

export const outboxTransitions: Record<OutboxState, Partial<Record<OutboxEventName, OutboxState>>> = {
  queued: {
    send: 'sending',
    doubt: 'uncertain',
    release: 'queued',
    hold: 'queued',
    'let-go': 'queued',
    hurry: 'queued',
    readdress: 'queued',
    withdraw: 'withdrawn',
  },
  sending: {
    'not-sent': 'queued',
    'turn-away': 'looked-for',
    lose: 'uncertain',
    acknowledge: 'acknowledged',
    refuse: 'failed',
  },
  'looked-for': { ...doubted, miss: 'queued', refuse: 'failed', lose: 'uncertain' },
  acknowledged: followed,
  processing: followed,
  'partly-done': { settle: 'done' },
  // Refuse: the answer was a refusal in some form, and nothing of the feed appeared.
  uncertain: { ...doubted, refuse: 'failed' },
  failed: {
    // The catalog is checked before a retry.
    find: 'acknowledged',
    recognise: 'done',
    'recognise-in-part': 'partly-done',
    retry: 'queued',
    split: 'split',
    withdraw: 'withdrawn',
  },
  done: {},
  withdrawn: {},
  split: {},
}

/** The first state of a frozen feed. */
export const initialState: OutboxState = 'queued'

/** The state after an event; undefined when the event cannot happen in that state. */
export const nextState = (state: OutboxState, event: OutboxEventName): OutboxState | undefined =>
  outboxTransitions[state][event]

/** The states in which an event can happen. */
export const statesBefore = (event: OutboxEventName): OutboxState[] =>
  outboxStates.filter((state) => nextState(state, event) !== undefined)

/**
 * The recovery event for a feed in `state` at program start: a feed that was being sent when the program
 * ended may or may not have arrived.
 */
export const recoveryEvent = (state: OutboxState): OutboxEventName | undefined =>
  state === 'sending' ? 'lose' : undefined
