/** Where a frozen feed is on its way to the service. */
export const outboxStates = [
  'queued',
  'sending',
  'looked-for',
  'acknowledged',
  'processing',
  'partly-done',
  'done',
  'failed',
  'uncertain',
  'withdrawn',
] as const
export type OutboxState = (typeof outboxStates)[number]

/** What a person can do about a feed. `sendNow` concerns the whole outbox. */
export type OutboxAction = 'sendNow' | 'release' | 'withdraw' | 'retry' | 'reconcile' | 'resolve' | 'settle'

interface OutboxStateDescription {
  /** For a badge. */
  label: string
  /** What it means and what happens next, in one sentence. */
  meaning: string
  actions: readonly OutboxAction[]
  /** Nothing happens to the feed any more. */
  terminal: boolean
}

export const outboxStateDescriptions: Record<OutboxState, OutboxStateDescription> = {
  queued: {
    label: 'Queued',
    meaning: 'Waits on this computer; it is sent as soon as the service can be reached.',
    actions: ['sendNow', 'release', 'withdraw'],
    terminal: false,
  },
  sending: {
    label: 'Sending',
    meaning: 'On the wire; the acknowledgement has not come yet.',
    actions: [],
    terminal: false,
  },
  'looked-for': {
    label: 'Looked for',
    meaning:
      'It was answered that it could not be taken, but something on the way may have answered in the place of the service. The catalog is searched for what it brings; it is sent again only when nothing of it is there.',
    actions: ['resolve', 'settle'],
    terminal: false,
  },
  acknowledged: {
    label: 'Acknowledged',
    meaning: 'The service has it and gave it an identifier; its status is asked for from time to time.',
    actions: ['resolve', 'settle'],
    terminal: false,
  },
  processing: {
    label: 'Processing',
    meaning: 'The service is working on it; its status is asked for from time to time.',
    actions: ['resolve', 'settle'],
    terminal: false,
  },
  'partly-done': {
    label: 'Done in part',
    meaning:
      'It arrived, but the service did not accept every item, or did not say what became of each. Look at the results, mend what was refused, then settle it.',
    actions: ['settle'],
    terminal: false,
  },
  done: {
    label: 'Done',
    meaning: 'Nothing more is awaited; what is known of each item is in the results.',
    actions: [],
    terminal: true,
  },
  failed: {
    label: 'Failed',
    meaning: 'The service did not take it. Mend it as a draft, or send it once more.',
    actions: ['retry', 'withdraw'],
    terminal: false,
  },
  uncertain: {
    label: 'Uncertain',
    meaning:
      'It may have arrived: no acknowledgement came, or it was queued in another copy of this workspace. It is never sent by itself: the service is asked what became of it, or you decide.',
    actions: ['reconcile', 'resolve', 'settle'],
    terminal: false,
  },
  withdrawn: {
    label: 'Withdrawn',
    meaning: 'Taken back; its content is a draft again.',
    actions: [],
    terminal: true,
  },
}

/** On its way with nothing for a person to decide: it is sent, or followed, without anybody's doing. */
export const isUnderWay = (state: OutboxState): boolean =>
  state === 'queued' ||
  state === 'sending' ||
  state === 'looked-for' ||
  state === 'acknowledged' ||
  state === 'processing'

/** The service may have it, and never named it: what became of it shows in the catalog, if anywhere. */
export const isInDoubt = (state: OutboxState): boolean => state === 'uncertain' || state === 'looked-for'

/** Nothing more happens without a person. */
export const isSettled = (state: OutboxState): boolean => !isUnderWay(state)

/** The service has it, or may have it, and is asked about it. */
export const isFollowed = (state: OutboxState): boolean =>
  state === 'acknowledged' || state === 'processing' || isInDoubt(state)

/** Later feeds about the same items wait for it: an update must not overtake the creation it follows. */
export const keepsOthersWaiting = (state: OutboxState): boolean => isUnderWay(state) || isFollowed(state)

/** How the list of feeds can be narrowed down. */
export const feedGroups = ['under-way', 'needs-you', 'done', 'withdrawn'] as const
export type FeedGroup = (typeof feedGroups)[number]

export const statesOfGroup: Record<FeedGroup, readonly OutboxState[]> = {
  'under-way': outboxStates.filter(isUnderWay),
  'needs-you': outboxStates.filter((state) => isSettled(state) && !outboxStateDescriptions[state].terminal),
  done: ['done'],
  withdrawn: ['withdrawn'],
}
