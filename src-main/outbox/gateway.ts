/**
 * The gateway: how feeds posted to the local API of a connected workspace get into the outbox. The poster is
 * answered at once, with an identifier of ours, whether or not the service can be reached; the status they ask for
 * is RECEIVED until the feed was sent, then what the service says.
 */
import { PlainError } from '../../src-shared/plain-error.ts'
import { type FeedIntake, FeedRefused, openPostedFeedCheck } from '../sandbox/index.ts'
import type { Storage } from '../storage/index.ts'
import { gatewayReader } from './gateway-reader.ts'
import type { Outbox } from './outbox.ts'

export interface GatewayOptions {
  storage: Storage
  outbox: Outbox
  namespaceBase?: string
}

export function createGateway({ storage, outbox, namespaceBase }: GatewayOptions): FeedIntake {
  const check = openPostedFeedCheck(storage, { withItems: false })
  const reader = storage.reader(gatewayReader)
  return {
    async submit({ kind, body, upc, username, idempotencyKey }) {
      const about = await check({ kind, body, upc, namespaceBase })
      try {
        const { id } = await outbox.queue({
          kind,
          body,
          about,
          name: `Posted by ${username}`,
          upc,
          postedBy: { username, idempotencyKey },
        })
        return { feedId: id }
      } catch (error) {
        if (!(error instanceof PlainError) || error.code !== 'KEY_USED') throw error
        throw new FeedRefused([
          { code: 'IDEMPOTENCY_KEY_REUSED', path: 'Idempotency-Key', message: error.message },
        ])
      }
    },
    status: (question) => reader.report(question),
  }
}
