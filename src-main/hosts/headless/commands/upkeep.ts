import type { Command } from 'commander'
import { counted } from '../../../../src-shared/texts/say.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { onStop } from '../stop.ts'
import { megabytes, progressLine } from '../terminal.ts'
import { withServices } from '../with-services.ts'

export function register(desk: Command): void {
  const rebuilding = desk
    .command('rebuild')
    .description(
      'Rebuild the columns and the search index from the stored items. If it is interrupted, the next rebuild continues.',
    )
  withCommonOptions(rebuilding).action(
    action(rebuild, 'Stopped. Searches work as before; the next rebuild continues from here.'),
  )
  const checking = desk
    .command('check')
    .description('Verify the database, the search index and the pictures of the workspace.')
  withCommonOptions(checking).action(
    action(check, 'Stopped before everything was checked. Nothing was changed.'),
  )
  const reclaiming = desk
    .command('reclaim')
    .description('Return the free space of the database file to the system. Nothing of the catalog changes.')
  withCommonOptions(reclaiming).action(
    action(reclaim, 'Stopped. The space returned so far stays returned; the next reclaim continues.'),
  )
}

async function reclaim(options: CommonOptions): Promise<number> {
  const line = progressLine()
  const stopped = new AbortController()
  const { before, after } = await withServices(options, (services) => {
    onStop(() => stopped.abort())
    return services.upkeep.reclaim({ signal: stopped.signal, onProgress: line.show })
  }).finally(line.clear)
  const gained = before - after
  answer(options, { before, after, gained }, [
    gained > 0
      ? `Returned ${megabytes(gained)} to the system. The database file now has ${megabytes(after)}.`
      : `There was nothing to return. The database file has ${megabytes(after)}.`,
  ])
  return 0
}

async function rebuild(options: CommonOptions): Promise<number> {
  const line = progressLine()
  const stopped = new AbortController()
  const result = await withServices(options, (services) => {
    onStop(() => stopped.abort())
    return services.upkeep.rebuild({ signal: stopped.signal, onProgress: line.show })
  }).finally(line.clear)
  // Only a stop returns no result, and the stop prints its own message.
  if (!result) return 1
  if (result.state !== 'completed')
    throw new CommandError('The rebuild was cancelled in another program. Searches work as before.')
  const { items, damaged, milliseconds } = result
  answer(options, { items, damaged, milliseconds }, [
    `Rebuilt ${counted(items, 'item')} in ${(milliseconds / 1000).toFixed(1)} s.`,
    ...(damaged > 0
      ? [`${damaged} stored items can no longer be read. They are kept; sync them again to repair them.`]
      : []),
  ])
  return 0
}

async function check(options: CommonOptions): Promise<number> {
  const line = progressLine()
  const stopped = new AbortController()
  const { findings } = await withServices(options, (services) => {
    onStop(() => stopped.abort())
    return services.upkeep.check({ signal: stopped.signal, onProgress: line.show })
  }).finally(line.clear)
  const ok = findings.length === 0
  answer(options, { ok, findings }, ok ? ['Everything is in order.'] : findings)
  return ok ? 0 : 1
}
