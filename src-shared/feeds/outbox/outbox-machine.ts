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
    meaning: 'This workspace is not the one the feed was queued in, from which it may have been sent',
  },
  lose: { by: 'program', meaning: 'No acknowledgement came although the feed may have arrived' },
  'turn-away': {
    by: 'program',
    meaning: 'It was answered that the feed cannot be taken now; it may have arrived all the same',
  },
  miss: {
    by: 'program',
    meaning: 'Nothing of the feed is at the service, looked for more than once: it has not arrived',
  },
  acknowledge: { by: 'service', meaning: 'The service took the feed and named it' },
  refuse: { by: 'service', meaning: 'The service refused the feed as it is; nothing was stored there' },
  progress: { by: 'service', meaning: 'The service is working on it' },
  finish: { by: 'service', meaning: 'The service has processed the feed and accepted every item' },
  'finish-in-part': {
    by: 'service',
    meaning: 'The service has processed the feed, but refused items, or did not say what became of each',
  },
  reject: { by: 'service', meaning: 'The service could not process the feed' },
  find: { by: 'service', meaning: 'The feed was found at the service' },
  recognise: { by: 'service', meaning: 'What the feed brings was found at the service, though not the feed' },
  'recognise-in-part': {
    by: 'service',
    meaning: 'What the feed brings was found at the service for the items that were looked at, not for all',
  },
  accept: { by: 'person', meaning: 'The feed has arrived, by the word of a person who looked' },
  deny: { by: 'person', meaning: 'The feed has not arrived, by the word of a person who looked' },
  rename: {
    by: 'person',
    meaning: 'The service knows the feed by another identifier, by the word of a person',
  },
  settle: {
    by: 'person',
    meaning: 'Nothing more is expected: the results were seen, or are no longer waited for',
  },
  release: { by: 'person', meaning: 'To be sent without waiting for earlier feeds about the same items' },
  hold: { by: 'person', meaning: 'Not to be sent before a moment, or before it is let go' },
  'let-go': { by: 'person', meaning: 'To be sent when it is its turn: it is held no longer' },
  hurry: { by: 'person', meaning: 'To be sent before the others in line' },
  readdress: { by: 'person', meaning: 'To be sent to another service than it was queued for' },
  retry: { by: 'person', meaning: 'To be sent once more' },
  split: { by: 'person', meaning: 'Its items go on as two feeds of half the size' },
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
