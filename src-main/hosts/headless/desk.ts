/**
 * The command line: the same backend as the app, without a window.
 * Answers go to standard output, everything else to standard error; a failure is one or two plain lines.
 */
import { enableCompileCache } from 'node:module'
import { Command } from 'commander'
import { closeHomeToOthers } from '../../platform/home.ts'
import { loadThreadsAhead } from '../../platform/load-thread.ts'
import { keepFilesPrivate } from '../../platform/private-files.ts'
import { threadBundle } from '../launch/bundle.ts'
import { version } from './command.ts'
import { exitForDefect, listenForStops } from './stop.ts'

listenForStops()
keepFilesPrivate()
enableCompileCache()
await closeHomeToOthers()

const desk = new Command('desk')
  .description('Catalog Desk: keep, review, check and send consumer-product catalogs.')
  .version(version)
  .helpCommand(false)

const [name = '', ...options] = process.argv.slice(2)
const asksForHelp = options.some((option) => option === '--help' || option === '-h')
const upkeep = () => import('./commands/upkeep.ts')
/** Only the called command's module is loaded: `validate` does not wait for a database driver. */
const commands: Record<string, () => Promise<{ register(desk: Command): void }>> = {
  async serve() {
    // Help, of all commands or of this one, opens no workspace.
    if (name === 'serve' && !asksForHelp) loadThreadsAhead(await threadBundle())
    return import('./commands/serve.ts')
  },
  connect: () => import('./commands/connect.ts'),
  sync: () => import('./commands/sync.ts'),
  quarantine: () => import('./commands/quarantine.ts'),
  import: () => import('./commands/import.ts'),
  export: () => import('./commands/export.ts'),
  validate: () => import('./commands/validate.ts'),
  submit: () => import('./commands/submit.ts'),
  status: () => import('./commands/status.ts'),
  feeds: () => import('./commands/feeds.ts'),
  slow: () => import('./commands/slow.ts'),
  rebuild: upkeep,
  check: upkeep,
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
}
try {
  const called = commands[name]
  for (const load of called ? [called] : new Set(Object.values(commands))) (await load()).register(desk)
  await desk.parseAsync()
} catch (error) {
  exitForDefect(error)
}
