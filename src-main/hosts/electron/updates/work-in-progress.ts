/** Work that an update waits for. A sync is not among it: it stops at its checkpoint and continues afterwards. */
import type { UninterruptedWork } from '../../../../src-shared/update-state.ts'
import type { Desk } from '../../../app/desk.ts'

/** The work of the open workspace that ends before an update is installed. */
export async function workInProgress(desk: Pick<Desk, 'current' | 'trouble'>): Promise<UninterruptedWork[]> {
  const open = desk.current()
  // While a backup is restored or a workspace is changed, none is open.
  if (!open) return desk.trouble() ? [] : ['maintenance']
  const { services, backups } = open
  const [{ counts }, jobs, upkeep, backup] = await Promise.all([
    services.outbox().overview(),
    services.imports.jobs(),
    services.upkeep.state(),
    backups.state(),
  ])
  const found: Record<UninterruptedWork, boolean> = {
    sending: counts.sending > 0,
    import: jobs.some(({ state }) => state === 'running'),
    export: services.exports.isRunning(),
    backup: backup.running !== undefined,
    maintenance: upkeep.running !== undefined,
  }
  return (Object.keys(found) as UninterruptedWork[]).filter((work) => found[work])
}
