/** Judges whether an outbox reports the truth about its feeds, by comparison with the service. */

import type { OutboxEvent, OutboxFeedDetail } from '../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Program } from './program/program.ts'
import type { TakenFeed } from './service/catalog-service.ts'
import type { Workspace } from './workspaces.ts'
import type { World } from './world.ts'

/** A broken rule. */
export class RuleViolation extends Error {
  /** The broken rule, independent of the feed. */
  readonly rule: string
  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`)
    this.rule = rule
  }
}

/** Checks the new events in every workspace with a program since the last call. */
export async function judge(world: World): Promise<void> {
  for (const workspace of world.workspaces) {
    const program = world.programsOf(workspace).find(({ life }) => !life.dead)
    if (!program) continue
    refuseDefects(program)
    // A program that is about to be killed may be killed by this call.
    const details = await detailsOf(program).catch((error: unknown) => {
      if (program.life.dead) return []
      throw error
    })
    if (program.life.dead) continue
    for (const feed of details) judgeFeed(world, workspace, feed)
    const there = new Set(details.map(({ id }) => id))
    for (const id of workspace.promised)
      if (!there.has(id)) throw new RuleViolation('a feed was lost', `${id} in ${workspace.name}`)
  }
}

function refuseDefects(program: Program): void {
  if (program.defects.length > 0)
    throw new RuleViolation('the outbox has a defect', program.defects.join('\n'))
}

/** Oldest first. */
export async function detailsOf({ outbox }: Program): Promise<OutboxFeedDetail[]> {
  const { feeds } = await outbox.list({ offset: 0, limit: 500 })
  return Promise.all(feeds.toReversed().map(({ id }) => outbox.feed({ id })))
}

function judgeFeed(world: World, workspace: Workspace, feed: OutboxFeedDetail): void {
  const { id, events, idempotencyKey } = feed
  const truth = world.truth(id)
  truth.keys.add(idempotencyKey)
  const effects = world.effects(id)
  if (effects.length > 1 + truth.asked)
    throw new RuleViolation(
      'a feed took effect more often than it was asked for',
      `${describeFeed(workspace, feed)}; the service took it as ${effects.map((one) => one.id)}; asked for ${1 + truth.asked} times`,
    )
  const before = workspace.judged.get(id) ?? 0
  workspace.judged.set(id, events.length)
  for (let number = before; number < events.length; number++) {
    const event = events[number]
    const wrong =
      event && contradictionOf(event, { world, workspace, feed, effects, later: events.slice(number + 1) })
    if (wrong) throw new RuleViolation(`"${event.event}" though ${wrong}`, describeFeed(workspace, feed))
  }
}

interface Judged {
  world: World
  workspace: Workspace
  feed: OutboxFeedDetail
  effects: TakenFeed[]
  /** Events after the judged one. */
  later: OutboxEvent[]
}

/**
 * The contradiction between an event and the service; undefined if there is none. Judged soon after the
 * event.
 */
function contradictionOf({ event, message }: OutboxEvent, judged: Judged): string | undefined {
  const { world, workspace, feed, effects, later } = judged
  const all = world.sendings(workspace, feed.id)
  const sentLater = later.filter((one) => one.event === 'send').length
  const sendings = all.slice(0, Math.max(0, all.length - sentLater))
  const hasArrived = sendings.some(({ feedId }) => feedId !== undefined)
  const isResolvedByPerson = workspace.told.has(feed.id)
  const named = /as feed (?<id>\w+)/.exec(message)?.groups?.['id']
  const taken = world.service.feed(named ?? feed.upstreamFeedId)
  switch (event) {
    case 'not-sent':
    case 'miss':
    case 'refuse':
      return hasArrived ? 'it has arrived' : undefined
    case 'withdraw':
      return hasArrived && !isResolvedByPerson && !wasRefused(feed) ? 'it has arrived' : undefined
    case 'acknowledge':
    case 'find':
      return taken && effects.includes(taken) ? undefined : `${named} is another feed`
    case 'recognise':
    case 'recognise-in-part':
      return effects.length === 0 && !world.isDoneByOthers(feed.id) ? 'it has not arrived' : undefined
    case 'lose':
      if (workspace.wasKilled || workspace.inherited.has(feed.id)) return undefined
      return sendings.at(-1)?.clean ? 'its acknowledgement was not lost' : undefined
    case 'doubt':
      return workspace.inherited.has(feed.id) ? undefined : 'it was queued here'
    case 'finish':
    case 'finish-in-part':
    case 'reject':
      if (isResolvedByPerson) return undefined
      if (!taken || !effects.includes(taken)) return 'the service has no such feed of ours'
      return wrongEnd(event, feed, taken)
    default:
      return undefined
  }
}

const wasRefused = ({ events }: OutboxFeedDetail): boolean =>
  events.some(({ event }) => event === 'reject' || event === 'refuse')

function wrongEnd(event: string, feed: OutboxFeedDetail, taken: TakenFeed): string | undefined {
  const { results, style } = taken
  if (!results) return 'the service works on it still'
  if ((event === 'reject') !== (style.error === true && (style.word ?? 'ERROR') === 'ERROR'))
    return `its end at the service is ${style.word ?? 'PROCESSED'}`
  for (const { index, ingestionStatus } of feed.results)
    if (ingestionStatus !== results[index])
      return `item ${index} is ${results[index]}, not ${ingestionStatus}`
  const isAllGood = results.every((status) => status === 'SUCCESS' || status === 'PROCESSED')
  // A service that reports no item and counts all as accepted is believed.
  const isUnverifiable = style.counters === 'glad' && style.silent && results.length === 1
  if (event === 'finish' && !isAllGood && !isUnverifiable) return `its items are ${results}`
  if (event === 'finish' && style.silent && style.counters && !isUnverifiable)
    return 'nothing is known of its last item'
  const isPlain = !style.silent && !style.counters && !style.withoutCodes && !style.window
  if (event === 'finish-in-part' && isAllGood && isPlain)
    return 'every item was accepted, and the service said so'
  return undefined
}

/** A feed as text for a failure message. */
export function describeFeed(workspace: Workspace, feed: OutboxFeedDetail): string {
  const events = feed.events.map(
    ({ at, event, state, message }) => `\n    ${at} ${event ?? ''} -> ${state}: ${message}`,
  )
  return `${workspace.name}: ${feed.kind} feed ${feed.id} (${feed.upstreamFeedId ?? 'without identifier'}) is ${feed.state}${events.join('')}`
}

/**
 * Checks a workspace after enough time with a working service: no feed may remain without a reason or a
 * possible action.
 */
export function judgeRest(workspace: Workspace, feeds: OutboxFeedDetail[]): void {
  const names = new Map(feeds.map((feed) => [feed.id, feed]))
  for (const feed of feeds) {
    const { actions, terminal } = outboxStateDescriptions[feed.state]
    if (!terminal && actions.length === 0)
      throw new RuleViolation('a feed rests without a way on', describeFeed(workspace, feed))
    if (!terminal && !feed.note)
      throw new RuleViolation('a feed rests without a word why', describeFeed(workspace, feed))
    if (feed.state !== 'queued') continue
    const waitsFor = feed.waitsFor.map(({ id }) => names.get(id))
    if (waitsFor.length === 0) throw new RuleViolation('a feed is not sent', describeFeed(workspace, feed))
    if (waitsFor.some((other) => !other || outboxStateDescriptions[other.state].terminal))
      throw new RuleViolation('a feed waits for one that is over', describeFeed(workspace, feed))
  }
}
