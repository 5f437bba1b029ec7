import { implement } from '@orpc/server'
import { outboxContract } from '../../src-shared/outbox/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Outbox } from './outbox.ts'

/** What the face may ask of the outbox. A change of connection makes another outbox, so each call asks which it is. */
export function outboxProcedures(outbox: () => Outbox) {
  const os = implement(outboxContract).$context<FaceSession>()
  return {
    overview: os.overview.handler(() => outbox().overview()),
    list: os.list.handler(({ input }) => outbox().list(input)),
    feed: os.feed.handler(({ input }) => outbox().feed(input.id)),
    contentPlusOf: os.contentPlusOf.handler(({ input }) => outbox().contentPlusOf(input.itemId)),
    withdraw: os.withdraw.handler(({ input }) => outbox().withdraw(input.id)),
    retry: os.retry.handler(({ input }) => outbox().retry(input.id)),
    reconcile: os.reconcile.handler(({ input }) => outbox().reconcile(input.id)),
    resolve: os.resolve.handler(({ input }) => outbox().resolve(input)),
    settle: os.settle.handler(({ input }) => outbox().settle(input.id)),
    release: os.release.handler(({ input }) => outbox().release(input.id)),
    setPaused: os.setPaused.handler(({ input }) => outbox().setPaused(input.paused)),
    sendNow: os.sendNow.handler(() => outbox().sendNow()),
  }
}
