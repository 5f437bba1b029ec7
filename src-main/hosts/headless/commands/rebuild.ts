import type { Command } from 'commander'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'

export function register(desk: Command): void {
  const command = desk
    .command('rebuild')
    .description('Make the columns and the search index anew from the stored items.')
  withCommonOptions(command).action(action(rebuild))
}

async function rebuild(options: CommonOptions): Promise<undefined> {
  const result = await withServices(options, (services) => services.workspace.rebuild())
  answer(options, result, [`Rebuilt ${result.items} items in ${(result.milliseconds / 1000).toFixed(1)} s.`])
}
