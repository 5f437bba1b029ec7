import type { OutboxFeedDetail } from '../../../src-shared/feeds/outbox/model.ts'
import { type OutboxAction, outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import { detailsOf, judge, judgeRest, told, Untruth } from './judge.ts'
import { act } from './person.ts'
import type { Program } from './program/program.ts'
import type { PersonAction } from './steps.ts'
import type { World } from './world.ts'

const minute = 60_000
/** A person who goes through the outbox needs fewer decisions than this, for each feed. */
const maxDecisions = 12

/**
 * The end of a history: the network is mended, every workspace has a program and time, and what then rests is gone
 * through by a person who looks at the service. @returns how many feeds were in which state before that
 */
export async function finish(world: World): Promise<Record<string, number>> {
  mend(world)
  for (const workspace of world.workspaces) {
    // One that was to be killed yet is not any more.
    await world.closeAllOf(workspace)
    world.start(workspace)
  }
  await world.quiet()
  for (const program of world.programs) {
    await program.outbox.setPaused({ paused: false })
    // Whoever held a feed lets it go.
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

function mend({ intermediary, service }: World): void {
  intermediary.heal()
  for (const { style } of service.feeds) delete style.word
  service.style = { delay: 1500 }
}

/** Every program at once: one may wait for what another does. */
async function sendNow(world: World): Promise<void> {
  const sent = Promise.all(world.programs.map(({ outbox }) => outbox.sendNow()))
  await world.quiet()
  await sent
}

/** Takes the ways on that are offered, one after the other, until everything is over. */
async function decideAll(world: World, program: Program): Promise<void> {
  const workspace = world.workspaceOf(program)
  const tried = new Map<string, number>()
  for (let left = maxDecisions * (workspace.promised.size + 1); ; left--) {
    const open = (await detailsOf(program)).filter(({ state }) => !outboxStateDescriptions[state].terminal)
    // What waits for another goes on when that one is over.
    const feed = open.find(({ state }) => state !== 'queued') ?? open[0]
    if (!feed) return
    if (left === 0) throw new Untruth('a feed comes to no end', told(workspace, feed))
    const before = feed.events.length
    const times = tried.get(feed.id) ?? 0
    tried.set(feed.id, times + 1)
    const action = wayOn(feed, workspace.promised.size + times)
    await act(world, program, feed, { action, honest: true })
    await world.wait(10 * minute, 12)
    await judge(world)
    const after = await program.outbox.feed({ id: feed.id })
    if (after.events.length === before && action !== 'reconcile')
      throw new Untruth(`"${action}" leads nowhere`, told(workspace, after))
  }
}

const personActionsOf: Record<OutboxAction, readonly PersonAction[]> = {
  sendNow: ['release'],
  release: ['release'],
  // What a person says of the line changes when a feed is sent, not what becomes of it.
  hold: [],
  hurry: [],
  withdraw: ['withdraw'],
  retry: ['retry'],
  split: [],
  reconcile: ['reconcile'],
  resolve: ['arrived', 'named', 'mistyped'],
  settle: ['settle'],
}

/** One of the ways that the feed's state offers, another one each time. */
function wayOn({ state }: OutboxFeedDetail, times: number): PersonAction {
  const personActions = outboxStateDescriptions[state].actions.flatMap((action) => personActionsOf[action])
  const chosen = personActions[times % personActions.length]
  if (chosen === undefined) throw new Error(`Nothing can be done about a feed that is ${state}`)
  return chosen
}
