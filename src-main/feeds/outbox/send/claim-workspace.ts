import { randomUUID } from 'node:crypto'
import { say } from '../../../../src-shared/texts/say.ts'
import type { OutboxRoom } from '../outbox-room.ts'

/**
 * Ensures that the feeds in the outbox belong to this workspace, before a feed is queued or sent. A copied
 * workspace (restored, unpacked, set back) gets a new identity. Feeds from before the copy become uncertain,
 * because the original may have sent them.
 * @returns whether the workspace was such a copy
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
  const held = await writer.takeNewIdentity(
    instance,
    say`This workspace was restored, copied or set back since the feed was queued, so the original may have sent it. It is not sent until you mark it as not arrived.`,
  )
  if (held.length > 0) log?.warn({ feeds: held }, 'feeds of another copy of this workspace are held')
  await sendingRecord.note({ instance, sendings: mark.sendings })
  return true
}
