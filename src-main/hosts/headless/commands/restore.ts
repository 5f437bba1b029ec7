import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Backup } from '../../../../src-shared/backup/model.ts'
import {
  previewArchive,
  readManifest,
  restoreArchive,
  restoreBackup,
  toBackup,
} from '../../../backup/index.ts'
import {
  action,
  answer,
  CommandError,
  type CommonOptions,
  contentWords,
  storeWords,
  withCommonOptions,
} from '../command.ts'
import { withServices } from '../with-services.ts'

interface RestoreOptions extends CommonOptions {
  preview: boolean
}

export function register(desk: Command): void {
  const command = desk
    .command('restore')
    .description(
      'Make a workspace from a backup or an archive, in a new folder. Nothing is ever overwritten.',
    )
    .argument('<backup>', 'the folder of one backup, or an archive')
    .option('--preview', 'restore nothing; show what the backup holds', false)
  withCommonOptions(command).action((backup: string, options: RestoreOptions) =>
    action(restore, 'Stopped. The backup is unchanged; remove the incomplete folder, and restore again.')(
      backup,
      options,
      command,
    ),
  )
}

async function restore(backup: string, options: RestoreOptions, command: Command): Promise<number> {
  const from = resolve(backup)
  const isArchive = await stat(from).then(
    (found) => found.isFile(),
    () => false,
  )
  const manifest = isArchive
    ? await previewArchive(from, resolve(options.data))
    : toBackup(from, await readManifest(from))
  const contents = `${manifest.name}, made ${manifest.madeAt}: ${contentWords(manifest)}.`
  const waiting = waitingWords(manifest)
  if (options.preview) {
    answer(options, manifest, [contents, ...waiting, ...storeWords(manifest)])
    return 0
  }
  if (command.getOptionValueSource('data') !== 'cli')
    throw new CommandError('Name a new folder to restore into with --data.')
  const directory = resolve(options.data)
  const missing = isArchive
    ? await restoreArchive(from, directory).then(() => [])
    : await restoreBackup(from, directory)
  // Opening migrates the database of an old backup; the check needs a migrated one.
  const { findings } = await withServices(options, (services) => services.upkeep.check())
  const all = [...missing, ...findings]
  const password = manifest.connection
    ? [`The password of ${manifest.connection.address} is not in a backup: connect again to sync and send.`]
    : []
  answer(options, { ...manifest, backup: from, directory, findings: all }, [
    `Restored into ${directory}. ${contents}`,
    ...waiting,
    ...password,
    ...storeWords(manifest),
    ...all,
  ])
  return all.length === 0 ? 0 : 1
}

/**
 * Lines about feeds that were not sent when the backup was made; the original workspace may have sent them
 * since.
 */
function waitingWords({ waitingFeeds = [] }: Pick<Backup, 'waitingFeeds'>): string[] {
  if (waitingFeeds.length === 0) return []
  const names = waitingFeeds.map((name) => `“${name}”`).join(', ')
  return [
    `Waiting to be sent when it was made: ${names}. The restored workspace does not send them by itself, as they may have been sent since: its outbox asks about each, and you decide.`,
  ]
}
