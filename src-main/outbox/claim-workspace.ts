import { randomUUID } from 'node:crypto'
import type { OutboxRoom } from './outbox-room.ts'

/**
 * Makes sure that the feeds in the outbox are this workspace's own: to be called before one is queued, and before any is
 * sent. A workspace that was copied from another (restored, unpacked, set back) becomes one of its own, and the feeds
 * it came with are in doubt, as they may have been sent from the other.
 */
export async function claimWorkspace({
  writer,
  custody,
  log,
}: Pick<OutboxRoom, 'writer' | 'custody' | 'log'>): Promise<void> {
  if (!custody) return
  const mark = await writer.mark()
  if (await custody.isOriginal(mark)) return
  const instance = randomUUID()
  const held = await writer.becomeOwn(
    instance,
    'This workspace was restored, copied or set back since the feed was queued, so the feed may have been sent from the original. It is not sent until you have looked and said that it has not arrived.',
  )
  if (held.length > 0) log?.warn({ feeds: held }, 'feeds of another copy of this workspace are held')
  await custody.note({ instance, sendings: mark.sendings })
}
