import type { OutboxFeedDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import { isSettled } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Storage } from '../../../storage/index.ts'
import type { OutboxErrorCode } from '../outbox-actions.ts'
import type { OutboxRoom } from '../outbox-room.ts'

/** Number of polls of an uncertain feed before it counts as settled. */
const pollsBeforeSettled = 3

/**
 * Resolves when nothing more will happen to the feed without a person, whichever process sends it.
 * @param options.meanwhile called with the feed's state at the start and after every change
 */
export async function whenSettled(options: {
  storage: Storage
  reader: OutboxRoom['reader']
  id: string
  signal: AbortSignal | undefined
  meanwhile?: ((feed: OutboxFeedDetail) => Promise<void>) | undefined
}): Promise<OutboxFeedDetail> {
  const { storage, reader, id, signal, meanwhile } = options
  let changed = Promise.withResolvers<void>()
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic, ids }) => topic === 'outbox' && (!ids || ids.includes(id)))) changed.resolve()
  })
  const aborted = Promise.withResolvers<never>()
  // An abort without a waiting caller must not become an unhandled rejection.
  aborted.promise.catch(() => {})
  const abort = () => aborted.reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    for (;;) {
      signal?.throwIfAborted()
      changed = Promise.withResolvers<void>()
      const open = await reader.open(id)
      const detail = open && (await reader.detail(id))
      if (!detail)
        throw new PlainError<OutboxErrorCode>('FEED_NOT_FOUND', say`There is no feed ${id} in the outbox.`)
      const isStillPolled = open.row.state === 'uncertain' && open.row.asked < pollsBeforeSettled
      if (isSettled(detail.state) && !isStillPolled) return detail
      await meanwhile?.(detail)
      await Promise.race([changed.promise, aborted.promise])
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', abort)
  }
}
