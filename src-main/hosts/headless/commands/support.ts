import type { Command } from 'commander'
import { action, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'

export function register(desk: Command): void {
  const command = desk
    .command('support')
    .description(
      'Print a report for the people who help with the program: versions, settings, state and the end of the log. It contains no passwords and no items.',
    )
  withCommonOptions(command).action(action(support, 'Stopped. Nothing was changed.'))
}

async function support(options: CommonOptions): Promise<undefined> {
  const report = await withServices(options, ({ supportReport }) => supportReport())
  process.stdout.write(options.json ? `${JSON.stringify({ report })}\n` : report)
}
