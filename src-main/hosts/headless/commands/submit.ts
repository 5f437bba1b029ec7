import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { type FeedKind, feedKinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeedDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
  statesOfGroup,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { answerLimits } from '../../../../src-shared/vocabulary/kit/limits.ts'
import type { Outbox } from '../../../feeds/outbox/index.ts'
import { readFileLimited } from '../../../platform/files/read-bounded.ts'
import {
  action,
  answer,
  CommandError,
  type CommonOptions,
  unreadable,
  withCommonOptions,
} from '../command.ts'
import { heldBack, heldBackCode, waitingWords } from '../feed-messages.ts'
import { onStop, setStopMessage } from '../stop.ts'
import { confirm, isInteractive } from '../terminal.ts'
import { withServices } from '../with-services.ts'

interface SubmitOptions extends CommonOptions {
  as: FeedKind
  wait: boolean
  strict: boolean
  yes: boolean
}

export function register(desk: Command): void {
  const command = desk
    .command('submit')
    .description('Check a feed, put it in the outbox and send it. Without a network it stays queued.')
    .argument('<file>', 'the payload, XML')
    .addOption(
      new Option('--as <kind>', 'what the service is to do with it').choices(feedKinds).makeOptionMandatory(),
    )
    .option('--wait', 'wait until the service has processed it, and list the result of each item', false)
    .option('--strict', 'send nothing if there is any warning, including about what a refresh removes', false)
    .option('--yes', 'accept that a refresh removes what is listed; otherwise the terminal asks', false)
    .addHelpText(
      'after',
      `
Every warning, and what a refresh removes, is printed to standard error before anything is queued.
Exit codes: 0 sent or queued; 1 not valid, or it needs you; ${heldBackCode.warnings} held back by --strict; ${heldBackCode.removals} held back for what it removes.`,
    )
  withCommonOptions(command).action(action(submit, 'Stopped. Nothing was queued.'))
}

const whenQueued =
  'Stopped. A feed that was queued stays in the outbox: "desk status" shows it; the app, "serve" or the next "submit" sends it and follows it.'

async function submit(file: string, options: SubmitOptions): Promise<number> {
  const body = await readFileLimited(file, answerLimits.documentBytes).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  return withServices(options, async (services) => {
    const { problems, ...about } = await services.outbox().check({ kind: options.as, body })
    const held = await heldBack({
      ...options,
      file,
      problems,
      codes: about.givenCodes,
      say: (line) => void process.stderr.write(`${line}\n`),
      confirm: isInteractive() ? confirm : undefined,
    })
    if (held) {
      answer(options, { queued: false, heldBackBy: held.reason, problems }, [])
      throw new CommandError(held.words, heldBackCode[held.reason])
    }
    setStopMessage(whenQueued)
    await services.startOwnService()
    const outbox = services.outbox()
    const queued = await outbox.queue({ kind: options.as, body, about, name: basename(file) })
    const stopped = new AbortController()
    onStop(() => stopped.abort())
    await outbox.sendNow()
    const feed = options.wait
      ? await outbox.whenSettled(queued.id, { signal: stopped.signal, meanwhile: printReasonsToWait(outbox) })
      : await outbox.feed({ id: queued.id })
    answer(options, { ...feed, warnings: problems }, summary(feed))
    return needsPerson.has(feed.state) || hasFailedItems(feed) ? 1 : 0
  })
}

/** Prints the reason why a feed waits to standard error, once per reason. */
function printReasonsToWait(outbox: Outbox): (feed: OutboxFeedDetail) => Promise<void> {
  let printed = ''
  return async (feed) => {
    const words = waitingWords(feed, await outbox.overview())
    if (words === undefined || words === printed) return
    printed = words
    process.stderr.write(`${words} Ctrl+C ends the waiting; the feed stays in the outbox.\n`)
  }
}

/** The states in which a feed needs a person. */
export const needsPerson: ReadonlySet<OutboxState> = new Set(statesOfGroup['needs-you'])
const hasFailedItems = (feed: OutboxFeedDetail): boolean => (feed.counters?.failed ?? 0) > 0

/** Lines about one feed: its state, the required action, and one line per problem reported by the service. */
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
  const { meaning } = outboxStateDescriptions[feed.state]
  return [
    `${feed.id}: ${feed.state}${upstream}`,
    ...(feed.note ? [feed.note] : []),
    ...(needsPerson.has(feed.state) ? [`Needs you: ${meaning}`] : []),
    ...counters,
    ...problems,
  ]
}
