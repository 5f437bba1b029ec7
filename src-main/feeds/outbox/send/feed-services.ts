import { say } from '../../../../src-shared/texts/say.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { openRefusedRules } from '../../drafts/index.ts'
import type { openFeedEvents } from '../store/feed-events.ts'

/** Which service is connected, and which service a feed belongs to. */
export function openServices(
  context: WriterContext,
  { happenToAll }: Pick<ReturnType<typeof openFeedEvents>, 'happenToAll'>,
) {
  const { db, record } = context
  const refusedRules = openRefusedRules(context)
  const connected = db.prepare<[], string | null>('SELECT service FROM outbox').pluck()
  const connect = db.prepare('UPDATE outbox SET service = ?')
  // Of another service nothing is known yet.
  const forget = db.prepare(
    'UPDATE outbox SET reachable = NULL, reason = NULL, needs_credentials = 0, hold_until = NULL',
  )
  const claim = db.prepare('UPDATE feed SET service = ? WHERE service IS NULL')
  const moveAll = db.prepare('UPDATE feed SET service = ? WHERE service = ?')
  const moveOne = db.prepare('UPDATE feed SET service = ? WHERE id = ?')
  const queued = db
    .prepare<[string], string>("SELECT id FROM feed WHERE state = 'queued' AND service = ? ORDER BY sequence")
    .pluck()

  return {
    /** From now on this service is connected. Feeds that belong to no service, as none was connected, belong to it. */
    takeService(service: string): void {
      const before = connected.get() ?? null
      if (before === service) return
      if (before !== null) forget.run()
      connect.run(service)
      claim.run(service)
      if (refusedRules.otherService().length > 0) record({ topic: 'workspace' })
      record({ topic: 'outbox' })
    },
    /** The feeds of another service that wait are sent to the connected one. */
    sendToConnected(from: string): void {
      const to = connected.get() ?? null
      const ids = queued.all(from)
      happenToAll(ids, 'readdress', { message: say`To be sent to the connected service, by your choice` })
      for (const id of ids) moveOne.run(to, id)
    },
    /** The connected service is another one by address only: all feeds of that one are its own. */
    moveToConnected(from: string): void {
      moveAll.run(connected.get() ?? null, from)
      record({ topic: 'outbox' })
    },
  }
}
