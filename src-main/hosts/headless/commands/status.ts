import type { Command } from 'commander'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'
import { summary } from './submit.ts'

export function register(desk: Command): void {
  const command = desk
    .command('status')
    .description('Show what is in the outbox, or one feed with the result of each item.')
    .argument('[feed]', 'identifier of a feed, ours or the service’s')
  withCommonOptions(command).action(action(status))
}

async function status(id: string | undefined, options: CommonOptions): Promise<undefined> {
  await withServices(options, async (services) => {
    const outbox = services.outbox()
    const list = await outbox.list()
    if (id === undefined) {
      const workspace = await services.workspace.state()
      answer(options, { role: workspace.role, items: workspace.items, ...list }, [
        `${workspace.role} workspace, ${workspace.items} items; ${list.feeds.length} feeds${list.paused ? '; paused' : ''}.`,
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
