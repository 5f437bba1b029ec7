import type { Command } from 'commander'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'

export function register(desk: Command): void {
  const command = desk
    .command('check')
    .description('Verify the database, the search index and the pictures of the workspace.')
  withCommonOptions(command).action(action(check))
}

async function check(options: CommonOptions): Promise<number> {
  const result = await withServices(options, (services) => services.workspace.check())
  answer(options, result, result.ok ? ['Everything is in order.'] : result.findings)
  return result.ok ? 0 : 1
}
