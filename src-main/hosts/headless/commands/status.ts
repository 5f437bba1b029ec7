import type { Command } from 'commander'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'
import { summary } from './submit.ts'

export function register(desk: Command): void {
  const command = desk
    .command('status')
    .description(
      'Show how old the catalog is and what is in the outbox, or one feed with the result of each item.',
    )
    .argument('[feed]', 'identifier of a feed, ours or the service’s')
  withCommonOptions(command).action(action(status))
}

async function status(id: string | undefined, options: CommonOptions): Promise<undefined> {
  await withServices(options, async (services) => {
    const outbox = services.outbox()
    const list = await outbox.list()
    if (id === undefined) {
      const { role, items } = await services.workspace.state()
      const { completeUpTo, itemsGone, quarantined } = await services.syncState()
      const copy = role === 'connected' && { completeUpTo, itemsNotSeen: itemsGone, quarantined }
      answer(options, { role, items, ...copy, ...list }, [
        `${role} workspace, ${items} items; ${list.feeds.length} feeds${list.paused ? '; paused' : ''}.`,
        ...(copy ? [ageLine(copy)] : []),
        ...list.feeds.map(
          (feed) => `${feed.id}  ${feed.state.padEnd(12)} ${feed.kind.padEnd(11)} ${feed.name}`,
        ),
      ])
      return
    }
    const known = list.feeds.find((feed) => feed.id === id || feed.upstreamFeedId === id)
    const feed = await outbox.feed(known?.id ?? id)
    answer(options, feed, summary(feed))
  })
}

/** How old a copy is, what of it is no longer at the service, and what of the service could not be read. */
function ageLine({
  completeUpTo,
  itemsNotSeen,
  quarantined,
}: {
  completeUpTo: string | undefined
  itemsNotSeen: number
  quarantined: number
}): string {
  const parts = [
    completeUpTo === undefined
      ? 'The copy was never complete yet'
      : `The copy is complete up to ${completeUpTo}`,
    ...(itemsNotSeen > 0 ? [`${itemsNotSeen} items no longer listed (kept)`] : []),
    ...(quarantined > 0 ? [`${quarantined} pages in quarantine`] : []),
  ]
  return `${parts.join('; ')}.`
}
