import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { archiveEnding } from '../../../../src-shared/backup/model.ts'
import { counted } from '../../../../src-shared/texts/say.ts'
import {
  type BackupSource,
  backupsOf,
  listBackups,
  makeArchive,
  makeBackup,
  rotate,
  verifyBackup,
} from '../../../backup/index.ts'
import { expandHome, homeDirectory } from '../../../platform/files/home.ts'
import { workspaceName } from '../../../workspace/index.ts'
import {
  action,
  answer,
  type CommonOptions,
  contentWords,
  storeWords,
  withCommonOptions,
} from '../command.ts'
import { requirePlaceForBackups } from '../page/protected-places.ts'
import { onStop } from '../stop.ts'
import { servicesConfig, withServices } from '../with-services.ts'

interface BackupOptions extends CommonOptions {
  to?: string
  keepDaily?: number
  keepWeekly?: number
  list: boolean
  verify?: string
  archive?: string
}

function count(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0)
    throw new InvalidArgumentError('Give a whole number of backups to keep.')
  return number
}

export function register(desk: Command): void {
  const command = desk
    .command('backup')
    .description(
      'Make a verified copy of the workspace, also while the app is running. Passwords are not in it.',
    )
    .option('--to <dir>', 'where to keep the backups (default: the usual place on this computer)')
    .option(
      '--keep-daily <n>',
      'keep only the newest backup of each of the last n days, and delete the others',
      count,
    )
    .option('--keep-weekly <n>', 'with --keep-daily: also keep the newest of each of the last n weeks', count)
    .option(
      '--archive <file>',
      `make an archive in one new file (*${archiveEnding}) instead, to open it elsewhere with restore`,
    )
    .option('--list', 'list the existing backups instead of making one', false)
    .option(
      '--verify <backup>',
      'verify an existing backup instead of making one: read all of it and compare it with its record',
    )
  withCommonOptions(command).action(
    action(backup, 'Stopped. No backup was made; existing backups are unchanged.'),
  )
}

async function backup(options: BackupOptions): Promise<number> {
  if (options.verify !== undefined) return verify(options, resolve(options.verify))
  const directory = resolve(options.data)
  const to = resolve(expandHome(options.to ?? join(homeDirectory(), 'backups')))
  requirePlaceForBackups(to, directory)
  const folder = backupsOf(to, directory)
  if (options.archive !== undefined) return archive(options, resolve(expandHome(options.archive)), directory)
  if (options.list) {
    const backups = await listBackups(folder)
    answer(
      options,
      backups,
      backups.map(
        (made) => `${made.directory}  ${counted(made.items, 'item')}, ${counted(made.pictures, 'picture')}`,
      ),
    )
    return 0
  }
  const made = await withSource(options, directory, (source, signal) =>
    makeBackup(source, { folder, now: Date.now(), signal }),
  )
  const { keepDaily, keepWeekly = 0 } = options
  const removed = keepDaily === undefined ? [] : await rotate(folder, { keepDaily, keepWeekly }, made.madeAt)
  answer(options, { ...made, removed: removed.map((old) => old.directory) }, [
    `${made.directory}: ${contentWords(made)}; checked.`,
    ...storeWords(made),
    ...removed.map((old) => `Removed ${old.directory}`),
  ])
  return 0
}

/** Opens the workspace as the source of a backup. A stop of the command aborts the signal. */
async function withSource<T>(
  options: CommonOptions,
  directory: string,
  make: (source: BackupSource, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = new AbortController()
  const name = await workspaceName(directory)
  return withServices(options, ({ storage }) => {
    onStop(() => stopped.abort())
    const { thread, version } = servicesConfig(directory)
    return make({ storage, directory, name, thread, version }, stopped.signal)
  })
}

async function archive(options: CommonOptions, file: string, directory: string): Promise<number> {
  requirePlaceForBackups(dirname(file), directory)
  const made = await withSource(options, directory, (source, signal) =>
    makeArchive(source, { file, now: Date.now(), signal }),
  )
  answer(options, { ...made, file }, [
    `${file}: ${contentWords(made)}; checked. Open it on another computer with restore.`,
    ...storeWords(made),
  ])
  return 0
}

async function verify(options: BackupOptions, directory: string): Promise<number> {
  const findings = await verifyBackup(directory)
  const ok = findings.length === 0
  answer(options, { ok, findings }, ok ? ['The backup is intact.'] : findings)
  return ok ? 0 : 1
}
