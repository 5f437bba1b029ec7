import { randomUUID } from 'node:crypto'
import { say } from '../../../../src-shared/texts/say.ts'
import type { OutboxRoom } from '../outbox-room.ts'

/**
 * Makes sure that the feeds in the outbox are this workspace's own, before a feed is queued or sent. A workspace that
 * was copied from another (restored, unpacked, set back) gets an identity of its own; the feeds that came with the copy
 * are in doubt, since the other workspace may have sent them.
 * @returns whether it was such a copy until now
 */
export async function claimWorkspace({
  writer,
  sendingRecord,
  log,
}: Pick<OutboxRoom, 'writer' | 'sendingRecord' | 'log'>): Promise<boolean> {
  if (!sendingRecord) return false
  const mark = await writer.mark()
  if (await sendingRecord.isOriginal(mark)) return false
  const instance = randomUUID()
  const held = await writer.becomeOwn(
    instance,
    say`This workspace was restored, copied or set back since the feed was queued, so the feed may have been sent from the original. It is not sent until you have looked and said that it has not arrived.`,
  )
  if (held.length > 0) log?.warn({ feeds: held }, 'feeds of another copy of this workspace are held')
  await sendingRecord.note({ instance, sendings: mark.sendings })
  return true
}
