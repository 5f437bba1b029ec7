/**
 * The command line: the same backend as the app, without a window. Results go to standard output, everything
 * else to standard error; a failure is one or two plain lines.
 */
import { Command, CommanderError } from 'commander'
import { makeHomePrivate } from '../../platform/files/home.ts'
import { keepFilesPrivate } from '../../platform/files/private-files.ts'
import { loadThreadsAhead } from '../../platform/load-thread.ts'
import { type Installation, setInstallation } from './installation.ts'
import { exitForDefect, listenForStops } from './stop.ts'

const upkeep = () => import('./commands/upkeep.ts')

/** Only the module of the called command is loaded: `validate` does not wait for a database driver. */
const commands: Record<string, () => Promise<{ register(desk: Command): void }>> = {
  serve: () => import('./commands/serve.ts'),
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
  support: () => import('./commands/support.ts'),
  evidence: () => import('./commands/evidence.ts'),
  rebuild: upkeep,
  check: upkeep,
  reclaim: upkeep,
  team: () => import('./commands/team.ts'),
  'move-pictures': () => import('./commands/move-pictures.ts'),
  settings: () => import('./commands/settings.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  people: () => import('./commands/people.ts'),
}

/**
 * Runs one command to its end.
 * @param args the words after the program's name
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], installation: Installation): Promise<number> {
  setInstallation(installation)
  listenForStops()
  keepFilesPrivate()
  await makeHomePrivate()
  const desk = new Command(installation.program)
    .description('Catalog Desk: keep, review, check and send consumer-product catalogs.')
    .version(installation.version)
    .helpCommand(false)
    .exitOverride()
  const [name = '', ...options] = args
  const isHelp = options.some((option) => option === '--help' || option === '-h')
  try {
    // Help, general or for one command, opens no workspace.
    if (name === 'serve' && !isHelp) loadThreadsAhead(await installation.thread())
    const called = Object.hasOwn(commands, name) ? commands[name] : undefined
    for (const load of called ? [called] : new Set(Object.values(commands))) (await load()).register(desk)
    await desk.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Help, the version, or a wrong option, whose message is printed already.
    if (error instanceof CommanderError) return error.exitCode
    return exitForDefect(error)
  }
}
