import { say } from '../../texts/say.ts'

/** Actions of a person on a feed. `sendNow` concerns the complete outbox; `hold` includes ending the hold. */
export type OutboxAction =
  | 'sendNow'
  | 'release'
  | 'hold'
  | 'hurry'
  | 'withdraw'
  | 'retry'
  | 'split'
  | 'reconcile'
  | 'resolve'
  | 'settle'

/** Filters of the feed list. */
export const feedGroups = ['under-way', 'needs-you', 'done', 'withdrawn'] as const
export type FeedGroup = (typeof feedGroups)[number]

interface StateRow {
  /** Badge label. */
  label: string
  /** What the state means and what happens next. */
  meaning: string
  /** The state as part of a sentence about another feed; the times are formatted texts. */
  stands: (at: { queued: string; changed: string }) => string
  /** Status in the local API while the service has reported none. */
  apiStatus: 'RECEIVED' | 'INPROGRESS' | 'PROCESSED' | 'ERROR'
  actions: readonly OutboxAction[]
  /** `under-way`: the program sends or follows the feed. `needs-you`: a person must decide. */
  group: FeedGroup
  /**
   * How the feed's outcome is polled: by a status request, or by searching the catalog if the service may
   * have the feed without having acknowledged it.
   */
  asked?: 'status' | 'catalog'
  /** Result of items for which the service reports nothing. */
  end: 'open' | 'lost' | 'arrived' | 'unknown'
}

/** All states with their properties. Transitions are in outbox-machine.ts, icons in the renderer. */
const states = {
  queued: {
    label: 'Queued',
    meaning: 'Waits on this computer; it is sent as soon as the service can be reached.',
    stands: ({ queued }) => say`queued on ${queued}`,
    apiStatus: 'RECEIVED',
    actions: ['sendNow', 'release', 'hold', 'hurry', 'withdraw'],
    group: 'under-way',
    end: 'open',
  },
  sending: {
    label: 'Sending',
    meaning: 'Being sent; waiting for the acknowledgement.',
    stands: () => say`being sent now`,
    apiStatus: 'RECEIVED',
    actions: [],
    group: 'under-way',
    end: 'open',
  },
  'looked-for': {
    label: 'Checking',
    meaning:
      'The feed was turned away, but perhaps by a proxy instead of the service. The catalog is searched for its content; if nothing is found, the feed is sent again or marked as failed.',
    stands: ({ queued }) => say`turned away and being checked at the service, queued on ${queued}`,
    apiStatus: 'RECEIVED',
    actions: ['resolve', 'settle'],
    group: 'under-way',
    asked: 'catalog',
    end: 'open',
  },
  acknowledged: {
    label: 'Acknowledged',
    meaning: 'The service has received it; its status is checked regularly.',
    stands: ({ queued }) => say`with the service, queued on ${queued}`,
    apiStatus: 'RECEIVED',
    actions: ['resolve', 'settle'],
    group: 'under-way',
    asked: 'status',
    end: 'open',
  },
  processing: {
    label: 'Processing',
    meaning: 'The service is working on it; its status is asked for from time to time.',
    stands: ({ queued }) => say`with the service, queued on ${queued}`,
    apiStatus: 'INPROGRESS',
    actions: ['resolve', 'settle'],
    group: 'under-way',
    asked: 'status',
    end: 'open',
  },
  'partly-done': {
    label: 'Needs review',
    meaning:
      'It arrived, but the service did not accept every item, or did not report all results. Review the results, fix the refused items, then settle the feed.',
    stands: ({ changed }) => say`processed on ${changed}, with results to review`,
    apiStatus: 'PROCESSED',
    actions: ['settle'],
    group: 'needs-you',
    end: 'unknown',
  },
  done: {
    label: 'Done',
    meaning: 'Finished. The results show what is known about each item.',
    stands: ({ changed }) => say`done on ${changed}`,
    apiStatus: 'PROCESSED',
    actions: [],
    group: 'done',
    end: 'arrived',
  },
  failed: {
    label: 'Failed',
    meaning: 'The service refused it. Withdraw and fix it, or retry.',
    stands: ({ changed }) => say`failed on ${changed}`,
    apiStatus: 'ERROR',
    actions: ['retry', 'split', 'withdraw'],
    group: 'needs-you',
    end: 'lost',
  },
  uncertain: {
    label: 'Uncertain',
    meaning:
      'It may have arrived: no acknowledgement was received, or it was queued in another copy of this workspace. It is never resent automatically: check the service, or decide yourself.',
    stands: ({ queued }) => say`in doubt: it may have arrived, queued on ${queued}`,
    apiStatus: 'RECEIVED',
    actions: ['reconcile', 'resolve', 'settle'],
    group: 'needs-you',
    asked: 'catalog',
    end: 'open',
  },
  withdrawn: {
    label: 'Withdrawn',
    meaning: 'Taken back; its content is a draft again.',
    stands: ({ changed }) => say`taken back on ${changed}`,
    apiStatus: 'ERROR',
    actions: [],
    group: 'withdrawn',
    end: 'lost',
  },
  split: {
    label: 'Split',
    meaning: 'The service refused it. Its items were split into two smaller feeds.',
    stands: ({ changed }) => say`split in two on ${changed}`,
    apiStatus: 'ERROR',
    actions: [],
    group: 'withdrawn',
    end: 'lost',
  },
} satisfies Record<string, StateRow>

/** The state of a frozen feed. */
export type OutboxState = keyof typeof states
export const outboxStates = Object.keys(states) as readonly OutboxState[]

/** Counts per state, all zero. */
export const noFeeds = Object.fromEntries(outboxStates.map((state) => [state, 0])) as Record<
  OutboxState,
  number
>

export interface OutboxStateDescription extends StateRow {
  /** Whether no further event is possible. */
  terminal: boolean
}

export const outboxStateDescriptions = Object.fromEntries(
  Object.entries<StateRow>(states).map(([state, row]) => [
    state,
    { ...row, terminal: row.group === 'done' || row.group === 'withdrawn' },
  ]),
) as Record<OutboxState, OutboxStateDescription>

/** Whether the program sends or follows the feed, without a person's decision. */
export const isUnderWay = (state: OutboxState): boolean =>
  outboxStateDescriptions[state].group === 'under-way'

/**
 * Whether the service may have the feed without having acknowledged it. Its outcome is searched in the
 * catalog.
 */
export const isInDoubt = (state: OutboxState): boolean => outboxStateDescriptions[state].asked === 'catalog'

/** Whether nothing more happens without a person. */
export const isSettled = (state: OutboxState): boolean => !isUnderWay(state)

/** Whether the service has, or may have, the feed and its outcome is polled. */
export const isFollowed = (state: OutboxState): boolean => outboxStateDescriptions[state].asked !== undefined

/**
 * Whether later feeds about the same items must wait for this one: an update must not arrive before its
 * creation.
 */
export const blocksOthers = (state: OutboxState): boolean => isUnderWay(state) || isFollowed(state)

/** Whether the feed took effect, will take effect, or may have taken effect. */
export const mayTakeEffect = (state: OutboxState): boolean => outboxStateDescriptions[state].end !== 'lost'

/** Whether the service has the feed: it was acknowledged, or is known to have arrived. */
export const isSent = (state: OutboxState): boolean => {
  const { asked, end } = outboxStateDescriptions[state]
  return asked === 'status' || end === 'arrived' || end === 'unknown'
}

/**
 * Order in which a feed represents its batch: the most urgent for a person first, then the least advanced.
 */
const stateOrder: readonly OutboxState[] = [
  'uncertain',
  'failed',
  'partly-done',
  'looked-for',
  'sending',
  'queued',
  'acknowledged',
  'processing',
  'done',
  'withdrawn',
  'split',
]

/** State of a batch, from the number of its feeds in each state. */
export const stateOfBatch = (counts: Partial<Record<OutboxState, number>>): OutboxState =>
  stateOrder.find((state) => (counts[state] ?? 0) > 0) ?? 'withdrawn'

const inGroup = (group: FeedGroup) =>
  outboxStates.filter((state) => outboxStateDescriptions[state].group === group)
export const statesOfGroup: Record<FeedGroup, readonly OutboxState[]> = {
  'under-way': inGroup('under-way'),
  'needs-you': inGroup('needs-you'),
  done: inGroup('done'),
  withdrawn: inGroup('withdrawn'),
}
