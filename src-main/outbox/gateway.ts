/**
 * The gateway: how feeds posted to the local API of a connected workspace get into the outbox. The poster is
 * answered at once, with an identifier of ours, whether or not the service can be reached; the status they ask for
 * is RECEIVED until the feed was sent, then what the service says.
 */
import { isError } from '../../src-shared/problem.ts'
import { type FeedIntake, FeedRefused, openSubmissionCheck } from '../sandbox/index.ts'
import type { Storage } from '../storage/index.ts'
import { gatewayReader } from './gateway-reader.ts'
import { type Outbox, OutboxError } from './outbox.ts'

export interface GatewayOptions {
  storage: Storage
  outbox: Outbox
  namespaceBase?: string
}

export function createGateway({ storage, outbox, namespaceBase }: GatewayOptions): FeedIntake {
  const checkSubmission = openSubmissionCheck(storage)
  const reader = storage.reader(gatewayReader)
  return {
    async submit({ kind, body, upc, username, idempotencyKey }) {
      const { problems } = await checkSubmission({
        kind,
        body,
        ...(upc !== undefined && { upc }),
        ...(namespaceBase !== undefined && { namespaceBase }),
      })
      if (problems.some(isError)) throw new FeedRefused(problems)
      try {
        const { id } = await outbox.queue({
          kind,
          body,
          name: `Posted by ${username}`,
          ...(upc !== undefined && { upc }),
          postedBy: { username, ...(idempotencyKey !== undefined && { idempotencyKey }) },
        })
        return { feedId: id }
      } catch (error) {
        if (!(error instanceof OutboxError) || error.code !== 'KEY_USED') throw error
        throw new FeedRefused([
          { code: 'IDEMPOTENCY_KEY_REUSED', path: 'Idempotency-Key', message: error.message },
        ])
      }
    },
    status: (question) => reader.report(question),
  }
}
