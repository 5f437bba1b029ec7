import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { type OutboxState, statesOfGroup } from '../../../../src-shared/outbox/outbox-state.ts'
import { type FeedKind, feedKinds, type OutboxFeedDetail } from '../../../../src-shared/rpc/feed-contract.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { whenStopped } from '../stop.ts'
import { withServices } from '../with-services.ts'

interface SubmitOptions extends CommonOptions {
  as: FeedKind
  wait: boolean
}

export function register(desk: Command): void {
  const command = desk
    .command('submit')
    .description('Check a feed, put it in the outbox and send it. Without a network it stays queued.')
    .argument('<file>', 'the payload, XML')
    .addOption(
      new Option('--as <kind>', 'what the service is to do with it').choices(feedKinds).makeOptionMandatory(),
    )
    .option('--wait', 'wait for the service to finish it, and list what became of each item', false)
  withCommonOptions(command).action(
    action(
      submit,
      'Stopped. A feed that was queued stays in the outbox: "desk status" shows it; the app, "serve" or the next "submit" sends it and follows it.',
    ),
  )
}

async function submit(file: string, options: SubmitOptions): Promise<number> {
  const body = await readFile(file)
  return withServices(options, async (services) => {
    await services.startOwnService()
    const queued = await services.submit({ kind: options.as, body, name: basename(file) })
    const stopped = new AbortController()
    whenStopped(() => stopped.abort())
    await services.outbox().sendNow()
    const feed = options.wait
      ? await services.outbox().whenSettled(queued.id, { signal: stopped.signal })
      : await services.outbox().feed(queued.id)
    answer(options, feed, summary(feed))
    return needsPerson.has(feed.state) || hasFailedItems(feed) ? 1 : 0
  })
}

const needsPerson: ReadonlySet<OutboxState> = new Set(statesOfGroup['needs-you'])
const hasFailedItems = (feed: OutboxFeedDetail): boolean => (feed.counters?.failed ?? 0) > 0

/** One feed in words: its state, then one line for each problem the service reported. */
export function summary(feed: OutboxFeedDetail): string[] {
  const upstream = feed.upstreamFeedId ? ` (feed ${feed.upstreamFeedId} at the service)` : ''
  const counters = feed.counters
    ? [
        `${feed.counters.received} received, ${feed.counters.succeeded} succeeded, ${feed.counters.failed} failed, ${feed.counters.processing} in process.`,
      ]
    : []
  const problems = feed.results.flatMap((result) =>
    result.problems.map(
      (problem) => `item ${result.index + 1} ${result.productCode}: ${problem.code}: ${problem.message}`,
    ),
  )
  return [`${feed.id}: ${feed.state}${upstream}`, ...(feed.note ? [feed.note] : []), ...counters, ...problems]
}
