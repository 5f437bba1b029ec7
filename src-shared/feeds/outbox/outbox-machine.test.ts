import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import {
  initialState,
  nextState,
  type OutboxEventName,
  outboxEventNames,
  outboxEvents,
  outboxTransitions,
  recoveryEvent,
} from './outbox-machine.ts'
import { isInDoubt, type OutboxState, outboxStateDescriptions, outboxStates } from './outbox-state.ts'

/** All states reachable from `start`, including `start`, by the events that `allowed` accepts. */
function reachable(start: OutboxState, allowed: (event: OutboxEventName) => boolean): Set<OutboxState> {
  const found = new Set([start])
  for (const state of found)
    for (const event of outboxEventNames) {
      const next = allowed(event) ? nextState(state, event) : undefined
      if (next) found.add(next)
    }
  return found
}
const byProgramOrService = (event: OutboxEventName) => outboxEvents[event].by !== 'person'

describe('the table', () => {
  test.each(outboxStates)('%s: terminal states have no transitions, all others can end', (state) => {
    const { terminal } = outboxStateDescriptions[state]
    expect(Object.keys(outboxTransitions[state]).length === 0).toBe(terminal)
    const ends = [...reachable(state, () => true)].filter((end) => outboxStateDescriptions[end].terminal)
    expect(ends).not.toEqual([])
  })

  test.each(outboxStates)(
    '%s: waits for the program or the service, or offers the person an action',
    (state) => {
      const { terminal, actions } = outboxStateDescriptions[state]
      const moves = Object.keys(outboxTransitions[state]) as OutboxEventName[]
      if (!terminal) expect(moves.some(byProgramOrService) || actions.length > 0).toBe(true)
      if (moves.some((event) => outboxEvents[event].by === 'person')) expect(actions).not.toEqual([])
    },
  )

  test('every state is reachable and every event is used', () => {
    expect(reachable(initialState, () => true)).toEqual(new Set(outboxStates))
    const used = new Set(outboxStates.flatMap((state) => Object.keys(outboxTransitions[state])))
    expect(used).toEqual(new Set(outboxEventNames))
  })

  test('uncertain and failed feeds are not sent again without a person', () => {
    for (const state of ['uncertain', 'failed'] as const)
      expect(reachable(state, byProgramOrService)).not.toContain('sending')
  })

  test('a feed that was turned away is sent again without a person only after a miss', () => {
    const withoutMiss = (event: OutboxEventName) => byProgramOrService(event) && event !== 'miss'
    expect(reachable('looked-for', byProgramOrService)).toContain('sending')
    expect(reachable('looked-for', withoutMiss)).not.toContain('sending')
  })

  test('an acknowledged feed is sent again only after it failed and a person retries', () => {
    for (const state of ['acknowledged', 'processing', 'done'] as const)
      expect(reachable(state, byProgramOrService)).not.toContain('sending')
  })
})

/** Model of the program, the connection and the service, to check the feed's state against. */
class World {
  state: OutboxState = initialState
  arrivals = 0
  decisions = 0
  /** Held by the user: storage never sends such a feed. */
  isHeld = false
  /** Whether the service has the feed as of the last sending. */
  holds = false

  happen(event: OutboxEventName): void {
    const next = nextState(this.state, event)
    if (!next) throw new Error(`${event} cannot happen while ${this.state}`)
    this.state = next
    if (event === 'retry') this.decisions++
    if (event === 'hold') this.isHeld = true
    if (event === 'let-go') this.isHeld = false
  }
  arrive(): void {
    this.arrivals++
    this.holds = true
  }
  restart(): void {
    const event = recoveryEvent(this.state)
    if (event) this.happen(event)
  }
}

type Send =
  | 'acknowledged'
  | 'answer lost'
  | 'turned away on the way'
  | 'turned away'
  | 'reset on the way'
  | 'refused'
  | 'no connection'
  | 'crash before'
  | 'crash after'
const personEvents = ['accept', 'deny', 'retry', 'withdraw', 'hold', 'let-go', 'hurry', 'split'] as const
type Step =
  | { send: Send }
  | { ask: 'working' | 'processed' | 'error' }
  /** `absent`: the catalog is unchanged. Reconciling cannot observe that for a feed that has arrived. */
  | { reconcile: 'feed' | 'content' | 'part' | 'absent' | 'nothing' }
  | { person: (typeof personEvents)[number] }
  | { crash: true }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    send: fc.constantFrom<Send>(
      'acknowledged',
      'answer lost',
      'turned away on the way',
      'turned away',
      'reset on the way',
      'refused',
      'no connection',
      'crash before',
      'crash after',
    ),
  }),
  fc.record({ ask: fc.constantFrom('working' as const, 'processed' as const, 'error' as const) }),
  fc.record({
    reconcile: fc.constantFrom(
      'feed' as const,
      'content' as const,
      'part' as const,
      'absent' as const,
      'nothing' as const,
    ),
  }),
  fc.record({
    person: fc.constantFrom(...personEvents),
  }),
  fc.constant({ crash: true as const }),
)

const endings: Record<Send, (world: World) => void> = {
  acknowledged: (world) => {
    world.arrive()
    world.happen('acknowledge')
  },
  'answer lost': (world) => {
    world.arrive()
    world.happen('lose')
  },
  'turned away on the way': (world) => {
    world.arrive()
    world.happen('turn-away')
  },
  'turned away': (world) => world.happen('turn-away'),
  'reset on the way': (world) => world.happen('lose'),
  refused: (world) => world.happen('refuse'),
  'no connection': (world) => world.happen('not-sent'),
  'crash before': (world) => world.restart(),
  'crash after': (world) => {
    world.arrive()
    world.restart()
  },
}

/** Plays a step as the outbox would, if the current state allows it. */
function play(world: World, step: Step): void {
  const { state } = world
  if ('send' in step && state === 'queued' && !world.isHeld) {
    world.happen('send')
    world.holds = false
    endings[step.send](world)
  } else if ('ask' in step && (state === 'acknowledged' || state === 'processing')) {
    world.happen(({ working: 'progress', processed: 'finish', error: 'reject' } as const)[step.ask])
  } else if ('reconcile' in step && isInDoubt(state)) {
    const eventOf = { feed: 'find', content: 'recognise', part: 'recognise-in-part' } as const
    const { reconcile } = step
    if (world.holds && (reconcile === 'feed' || reconcile === 'content' || reconcile === 'part'))
      world.happen(eventOf[reconcile])
    if (!world.holds && step.reconcile === 'absent' && state === 'looked-for') world.happen('miss')
    if (step.reconcile === 'nothing' && state === 'looked-for') world.happen('lose')
  } else if ('person' in step && nextState(state, step.person)) world.happen(step.person)
  else if ('crash' in step) world.restart()
}

describe('arbitrary histories', () => {
  test('a payload arrives at most once per decision to send it', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (history) => {
        const world = new World()
        for (const step of history) play(world, step)
        expect(world.arrivals).toBeLessThanOrEqual(1 + world.decisions)
      }),
      { numRuns: numberOfCases(2000) },
    )
  })

  test('a payload never arrives twice without a person', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (history) => {
        const world = new World()
        for (const step of history) if (!('person' in step)) play(world, step)
        expect(world.arrivals).toBeLessThanOrEqual(1)
      }),
      { numRuns: numberOfCases(2000) },
    )
  })

  test('a feed that has arrived is never in an unsent state', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (history) => {
        const world = new World()
        for (const step of history) {
          play(world, step)
          if (world.decisions > 0) break
          if (world.arrivals > 0) expect(['queued', 'sending']).not.toContain(world.state)
        }
      }),
      { numRuns: numberOfCases(2000) },
    )
  })

  test('hold, let-go and hurry keep the state, and a split feed is never sent', () => {
    for (const event of ['hold', 'let-go', 'hurry'] as const)
      for (const state of outboxStates) expect([undefined, state]).toContain(nextState(state, event))
    expect(reachable('split', () => true)).toEqual(new Set(['split']))
    for (const state of outboxStates)
      if (nextState(state, 'split')) expect(outboxStateDescriptions[state].end).toBe('lost')
  })

  test('a restart settles every state, and a second restart changes nothing', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (history) => {
        const world = new World()
        for (const step of history) play(world, step)
        world.restart()
        const settled = world.state
        expect(settled).not.toBe('sending')
        world.restart()
        expect(world.state).toBe(settled)
      }),
    )
  })
})
