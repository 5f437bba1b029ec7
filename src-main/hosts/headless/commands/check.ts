import type { Command } from 'commander'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { progressLine } from '../progress-line.ts'
import { whenStopped } from '../stop.ts'
import { withServices } from '../with-services.ts'

export function register(desk: Command): void {
  const command = desk
    .command('check')
    .description('Verify the database, the search index and the pictures of the workspace.')
  withCommonOptions(command).action(
    action(check, 'Stopped before everything was checked. Nothing was changed.'),
  )
}

async function check(options: CommonOptions): Promise<number> {
  const line = progressLine()
  const stopped = new AbortController()
  const { findings } = await withServices(options, (services) => {
    whenStopped(() => stopped.abort())
    return services.upkeep.check({ signal: stopped.signal, onProgress: line.show })
  }).finally(line.clear)
  const ok = findings.length === 0
  answer(options, { ok, findings }, ok ? ['Everything is in order.'] : findings)
  return ok ? 0 : 1
}
