/**
 * The command line: the same backend as the app, without a window.
 * Answers go to standard output, everything else to standard error; a failure is one or two plain lines.
 */
import { enableCompileCache } from 'node:module'
import { Command } from 'commander'
import { version } from './version.ts'

enableCompileCache()

const desk = new Command('desk')
  .description('Catalog Desk: keep, review, check and send consumer-product catalogs.')
  .version(version)
  .showHelpAfterError('(add --help for the options)')
  .helpCommand(false)

/** Commands are loaded when they are called, so that `validate` does not wait for a database driver. */
const commands: (() => Promise<{ register(desk: Command): void }>)[] = [
  () => import('./commands/serve.ts'),
  () => import('./commands/connect.ts'),
  () => import('./commands/sync.ts'),
  () => import('./commands/import.ts'),
  () => import('./commands/validate.ts'),
  () => import('./commands/submit.ts'),
  () => import('./commands/status.ts'),
  () => import('./commands/rebuild.ts'),
  () => import('./commands/check.ts'),
]
for (const load of commands) (await load()).register(desk)
await desk.parseAsync()
