import type { OutboxFeedDetail } from '../../../src-shared/feeds/outbox/model.ts'
import { type OutboxAction, outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import { describeFeed, detailsOf, judge, judgeRest, RuleViolation } from './judge.ts'
import { act } from './person.ts'
import type { Program } from './program/program.ts'
import type { PersonAction } from './steps.ts'
import type { World } from './world.ts'

const minute = 60_000
/** The maximum number of decisions per feed that a person needs to clear the outbox. */
const maxDecisions = 12

/**
 * Ends a history: heals the network, gives every workspace a program and time, then a person who checks the
 * service resolves the remaining feeds. @returns the number of feeds per state before that
 */
export async function finish(world: World): Promise<Record<string, number>> {
  healAll(world)
  for (const workspace of world.workspaces) {
    // A program with a pending kill is closed first.
    await world.closeAllOf(workspace)
    world.start(workspace)
  }
  await world.quiet()
  for (const program of world.programs) {
    await program.outbox.setPaused({ paused: false })
    // Releases held feeds.
    for (const { id, hold } of await detailsOf(program)) if (hold) await program.outbox.letGo({ id })
  }
  for (let round = 0; round < 3; round++) {
    await sendNow(world)
    await world.wait(20 * minute, 25)
  }
  await judge(world)
  const ends: Record<string, number> = {}
  for (const program of world.programs) {
    const feeds = await detailsOf(program)
    judgeRest(world.workspaceOf(program), feeds)
    for (const { state } of feeds) ends[state] = (ends[state] ?? 0) + 1
  }
  for (const program of world.programs) await decideAll(world, program)
  await judge(world)
  return ends
}

function healAll({ intermediary, service }: World): void {
  intermediary.heal()
  for (const { style } of service.feeds) delete style.word
  service.style = { delay: 1500 }
}

/** All programs at once, because one may wait for another. */
async function sendNow(world: World): Promise<void> {
  const sent = Promise.all(world.programs.map(({ outbox }) => outbox.sendNow()))
  await world.quiet()
  await sent
}

/** Takes the offered actions one after the other until every feed has reached a final state. */
async function decideAll(world: World, program: Program): Promise<void> {
  const workspace = world.workspaceOf(program)
  const tried = new Map<string, number>()
  for (let left = maxDecisions * (workspace.promised.size + 1); ; left--) {
    const open = (await detailsOf(program)).filter(({ state }) => !outboxStateDescriptions[state].terminal)
    // A queued feed that waits for another one continues when that one is done.
    const feed = open.find(({ state }) => state !== 'queued') ?? open[0]
    if (!feed) return
    if (left === 0) throw new RuleViolation('a feed comes to no end', describeFeed(workspace, feed))
    const before = feed.events.length
    const times = tried.get(feed.id) ?? 0
    tried.set(feed.id, times + 1)
    const action = nextAction(feed, workspace.promised.size + times)
    await act(world, program, feed, { action, honest: true })
    await world.wait(10 * minute, 12)
    await judge(world)
    const after = await program.outbox.feed({ id: feed.id })
    if (after.events.length === before && action !== 'reconcile')
      throw new RuleViolation(`"${action}" leads nowhere`, describeFeed(workspace, after))
  }
}

const personActionsOf: Record<OutboxAction, readonly PersonAction[]> = {
  sendNow: ['release'],
  release: ['release'],
  // These actions change when a feed is sent, not its result.
  hold: [],
  hurry: [],
  withdraw: ['withdraw'],
  retry: ['retry'],
  split: [],
  reconcile: ['reconcile'],
  resolve: ['arrived', 'named', 'mistyped'],
  settle: ['settle'],
}

/** One of the actions that the feed's state offers, a different one each time. */
function nextAction({ state }: OutboxFeedDetail, times: number): PersonAction {
  const personActions = outboxStateDescriptions[state].actions.flatMap((action) => personActionsOf[action])
  const chosen = personActions[times % personActions.length]
  if (chosen === undefined) throw new Error(`Nothing can be done about a feed that is ${state}`)
  return chosen
}
