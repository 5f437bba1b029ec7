import { say } from '../../../../src-shared/texts/say.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { openRefusedRules } from '../../drafts/index.ts'
import type { openFeedEvents } from '../store/feed-events.ts'

/** Stores the connected service, and the service of each feed. */
export function openServices(
  context: WriterContext,
  { applyEventToAll }: Pick<ReturnType<typeof openFeedEvents>, 'applyEventToAll'>,
) {
  const { db, record } = context
  const refusedRules = openRefusedRules(context)
  const connected = db.prepare<[], string | null>('SELECT service FROM outbox').pluck()
  const connect = db.prepare('UPDATE outbox SET service = ?')
  // The state of the new service is not known yet.
  const resetState = db.prepare(
    'UPDATE outbox SET reachable = NULL, reason = NULL, needs_credentials = 0, hold_until = NULL',
  )
  const claim = db.prepare('UPDATE feed SET service = ? WHERE service IS NULL')
  const moveAll = db.prepare('UPDATE feed SET service = ? WHERE service = ?')
  const moveOne = db.prepare('UPDATE feed SET service = ? WHERE id = ?')
  const queued = db
    .prepare<[string], string>("SELECT id FROM feed WHERE state = 'queued' AND service = ? ORDER BY sequence")
    .pluck()

  return {
    /** Sets the connected service. Feeds without a service are assigned to it. */
    takeService(service: string): void {
      const before = connected.get() ?? null
      if (before === service) return
      if (before !== null) resetState.run()
      connect.run(service)
      claim.run(service)
      if (refusedRules.otherService().length > 0) record({ topic: 'workspace' })
      record({ topic: 'outbox' })
    },
    /** Readdresses the queued feeds of another service to the connected one. */
    sendToConnected(from: string): void {
      const to = connected.get() ?? null
      const ids = queued.all(from)
      applyEventToAll(ids, 'readdress', { message: say`To be sent to the connected service, by your choice` })
      for (const id of ids) moveOne.run(to, id)
    },
    /**
     * Assigns all feeds of another service to the connected one, which is the same service at a new address.
     */
    moveToConnected(from: string): void {
      moveAll.run(connected.get() ?? null, from)
      record({ topic: 'outbox' })
    },
  }
}
