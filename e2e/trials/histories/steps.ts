/** The steps of a history as plain values, so that a history can be printed, repeated and minimized. */
import { type FeedKind, feedKinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { Random } from '../random.ts'
import { most } from './payloads.ts'
import type { Style } from './service/catalog-service.ts'
import { type CallKind, callKinds, type Fault, type Passage } from './service/intermediary.ts'

/** A person's actions on a feed. */
const personActions = [
  'withdraw',
  'retry',
  'reconcile',
  'arrived',
  'not-arrived',
  'named',
  'mistyped',
  'settle',
  'release',
  'hold',
  'hold-on',
  'let-go',
  'hurry',
] as const
export type PersonAction = (typeof personActions)[number]

/** Numbers select a program, workspace, feed or archive modulo the existing ones. */
export type Step =
  | {
      do: 'queue'
      by: number
      kind: FeedKind
      items: number[]
      variant: number
      as: 'draft' | 'file' | 'post'
    }
  /** `honest`: the person checks the service before answering. */
  | { do: 'person'; by: number; feed: number; action: PersonAction; honest: boolean }
  | { do: 'pause'; by: number; paused: boolean }
  | { do: 'send-now'; by: number }
  | { do: 'wait'; milliseconds: number }
  | { do: 'set-clock'; computer: number; by: number }
  | { do: 'fault'; on: CallKind; fault: Fault; times: number }
  | { do: 'outage'; isOut: boolean }
  | { do: 'refusal'; refusal?: { status: number; retryAfter?: string } }
  /** Whether answers have a date header, as from most servers. */
  | { do: 'dates'; areSent: boolean }
  | { do: 'kill'; program: number; after: number }
  | { do: 'close'; program: number }
  | { do: 'start'; workspace: number }
  | { do: 'back-up'; workspace: number }
  | { do: 'restore'; archive: number; how: 'beside' | 'elsewhere' | 'set-back' | 'in-place' }
  | { do: 'move'; workspace: number }
  | { do: 'other-program'; kind: FeedKind; items: number[]; variant: number }
  | { do: 'style'; style: Style }
  | { do: 'forget'; feed: number }
  /** A real process opens the workspace and is killed after this many milliseconds of real time. */
  | { do: 'process'; workspace: number; milliseconds: number }

const minute = 60_000
const day = 24 * 60 * minute
const retryAfters = ['5', '120', '99999999999999', 'Fri, 01 Jan 99999 00:00:00 GMT', 'soon', '-3', '1e9']
/** The call may have been processed with a doubtful status; a definite one excludes that. */
const doubtful = [503, 406, 429, 408, 409, 500, 502, 504, 302]
const definite = [403, 401, 400, 404, 413]

const passage = (random: Random): Passage => random.pick(['never', 'never', 'before', 'before', 'late'])

function fault(random: Random, on: CallKind): Fault {
  const kinds: (() => Fault)[] = [
    () => ({ kind: 'cut', passage: passage(random) }),
    () => ({ kind: 'cut', passage: passage(random) }),
    () => ({ kind: 'cut-answer', part: random.below(100) / 100 }),
    () => ({ kind: 'truncate', part: random.below(100) / 100 }),
    () => ({ kind: 'page', passage: passage(random) }),
    () => ({
      kind: 'status',
      status: random.pick(doubtful),
      passage: passage(random),
      ...retryAfter(random),
    }),
    () => ({ kind: 'status', status: random.pick(definite), passage: 'never', ...retryAfter(random) }),
    () => ({ kind: 'hold-request' }),
    () => ({ kind: 'hold-answer' }),
    ...(on === 'status' || on === 'newest' ? [(): Fault => ({ kind: 'other-feed' })] : []),
  ]
  return random.pick(kinds)()
}
const retryAfter = (random: Random) => (random.once(3) ? { retryAfter: random.pick(retryAfters) } : {})

const items = (random: Random): number[] => {
  const numbers = Array.from({ length: random.once(3) ? 3 : 1 }, () => 1 + random.below(most))
  return [...new Set(numbers)]
}
const sameOften = (random: Random): number => (random.once(2) ? 1 + random.below(3) : 10 + random.below(1000))

function style(random: Random): Style {
  return {
    delay: random.pick([0, 1500, 20_000, 10 * minute]),
    ...(random.once(4) && { word: random.pick(['HALTED', '', 'processed ', 'COMPLETED']) }),
    ...(random.once(6) && { error: true }),
    ...(random.once(3) && { firstIndex: 1 as const }),
    ...(random.once(3) && { window: 1 + random.below(2) }),
    ...(random.once(4) && { counters: random.pick(['none', 'wrong', 'glad'] as const) }),
    ...(random.once(4) && { withoutCodes: true }),
    ...(random.once(5) && { silent: true }),
  }
}

const makers: [weight: number, make: (random: Random) => Step][] = [
  [
    34,
    (random) => {
      const kind = random.pick(feedKinds)
      const several = items(random)
      return {
        do: 'queue',
        by: random.below(8),
        kind,
        items: kind === 'update' ? several.slice(0, 1) : several,
        variant: sameOften(random),
        as: random.pick(['draft', 'file', 'post']),
      }
    },
  ],
  [
    14,
    (random) => ({
      do: 'person',
      by: random.below(8),
      feed: random.below(12),
      action: random.pick(personActions),
      honest: !random.once(8),
    }),
  ],
  [3, (random) => ({ do: 'pause', by: random.below(8), paused: random.once(2) })],
  [7, (random) => ({ do: 'send-now', by: random.below(8) })],
  [
    16,
    (random) => ({
      do: 'wait',
      milliseconds: random.pick([50, 1000, 3000, 10_000, minute, 10 * minute, 3 * 60 * minute]),
    }),
  ],
  [
    3,
    (random) => ({
      do: 'set-clock',
      computer: random.below(2),
      by: (random.once(2) ? -1 : 1) * random.pick([3000, minute, 60 * minute, 2 * day, 400 * day]),
    }),
  ],
  [
    22,
    (random) => {
      const on = random.once(2) ? 'send' : random.pick(callKinds)
      return { do: 'fault', on, fault: fault(random, on), times: random.once(3) ? 4 : 1 }
    },
  ],
  [2, (random) => ({ do: 'outage', isOut: random.once(2) })],
  [
    3,
    (random) =>
      random.once(2)
        ? { do: 'refusal' }
        : { do: 'refusal', refusal: { status: random.pick([503, 403, 406, 500]), ...retryAfter(random) } },
  ],
  [1, (random) => ({ do: 'dates', areSent: random.once(3) })],
  [7, (random) => ({ do: 'kill', program: random.below(8), after: random.below(40) })],
  [2, (random) => ({ do: 'close', program: random.below(8) })],
  [5, (random) => ({ do: 'start', workspace: random.below(8) })],
  [5, (random) => ({ do: 'back-up', workspace: random.below(8) })],
  [
    5,
    (random) => ({
      do: 'restore',
      archive: random.below(4),
      how: random.pick(['beside', 'elsewhere', 'set-back', 'in-place']),
    }),
  ],
  [2, (random) => ({ do: 'move', workspace: random.below(8) })],
  [
    7,
    (random) => ({
      do: 'other-program',
      kind: random.pick(feedKinds),
      items: items(random),
      variant: sameOften(random),
    }),
  ],
  [7, (random) => ({ do: 'style', style: style(random) })],
  [3, (random) => ({ do: 'forget', feed: random.below(6) })],
]
/** The number of step kinds that are frequent in a history, and the factor of their weight. */
const frequentKinds = 2
const frequencyFactor = 4

/** The steps of a history, deterministic for a given random generator. */
export function makeSteps(random: Random, { withProcess }: { withProcess: boolean }): Step[] {
  const frequent = new Set(Array.from({ length: frequentKinds }, () => random.below(makers.length)))
  const weighted = makers.map(([weight, make], kind) => ({
    weight: frequent.has(kind) ? weight * frequencyFactor : weight,
    make,
  }))
  const totalWeight = weighted.reduce((sum, { weight }) => sum + weight, 0)
  const length = 5 + random.below(30)
  const place = 1 + random.below(length - 1)
  return Array.from({ length }, (_, number) => {
    if (withProcess && number === place)
      return { do: 'process', workspace: random.below(8), milliseconds: random.below(400) }
    let at = random.below(totalWeight)
    for (const { weight, make } of weighted) {
      if (at < weight) return make(random)
      at -= weight
    }
    throw new Error('The weights do not add up')
  })
}
