import type { Command } from 'commander'
import type { SyncRun } from '../../../../src-shared/rpc/sync-contract.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { whenStopped } from '../stop.ts'
import { withServices } from '../with-services.ts'

interface SyncOptions extends CommonOptions {
  full: boolean
}

export function register(desk: Command): void {
  const command = desk
    .command('sync')
    .description('Bring the copy up to date: everything the first time, then only what changed.')
    .option('--full', 'ask for everything again', false)
  withCommonOptions(command).action(action(sync))
}

async function sync(options: SyncOptions): Promise<number> {
  const state = await withServices(options, async (services) => {
    const room = services.sync()
    whenStopped(() => void room.cancel())
    await room.start({ full: options.full })
    return room.finished()
  })
  const run = state.history[0] ?? state.current
  if (!run) throw new CommandError('The sync did not start.')
  const value = { ...run, items: state.items, lookups: state.lookups, completeUpTo: state.completeUpTo }
  answer(options, value, summary(run, state.items))
  return run.outcome === 'completed' ? 0 : 1
}

function summary(run: SyncRun, items: number): string[] {
  const counts = `${run.itemsNew} new, ${run.itemsChanged} changed, ${run.itemsUnchanged} unchanged`
  return [
    `Sync ${run.outcome}: ${counts}; ${items} items in the catalog.`,
    ...(run.note && run.outcome !== 'completed' ? [run.note] : []),
  ]
}
