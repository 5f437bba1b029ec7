import { type Command, Option } from 'commander'
import type { PictureTrouble } from '../../../../src-shared/media/media-hosts.ts'
import {
  type SyncPlan,
  type SyncProfile,
  type SyncState,
  syncProfiles,
} from '../../../../src-shared/sync/model.ts'
import { action, answer, CommandError, type CommonOptions, withCommonOptions } from '../command.ts'
import { readList } from '../page/protected-places.ts'
import { onStop } from '../stop.ts'
import { syncWords } from '../sync-messages.ts'
import { withServices } from '../with-services.ts'

interface SyncOptions extends CommonOptions {
  full: boolean
  manufacturer?: string[]
  brand?: string[]
  gtins?: string
  verified: boolean
  profile?: SyncProfile
}

export function register(desk: Command): void {
  const command = desk
    .command('sync')
    .description('Bring the copy up to date: everything the first time, then only what changed.')
    .option('--full', 'ask for everything again', false)
    .option('--manufacturer <id...>', 'only items of these manufacturers, by identifier')
    .option('--brand <id...>', 'only items of these brands, by identifier')
    .option('--gtins <file>', 'only items with the codes in this file, one a line; - reads standard input')
    .option('--verified', 'only verified items; also with --manufacturer, --brand or --gtins', false)
    .addOption(
      new Option('--profile <name>', 'how much of each record to ask for').choices([...syncProfiles]),
    )
  withCommonOptions(command).action(
    action(sync, 'Stopped. Everything received is kept; the next sync continues from there.'),
  )
}

async function sync(options: SyncOptions): Promise<number> {
  const chosen = await planOf(options)
  const state = await withServices(options, async (services) => {
    const syncing = services.sync()
    onStop(() => void syncing.cancel().catch(() => {}))
    const { profile } = await syncing.settings()
    const stopPrinting = printPauses(services.storage.changes.subscribe, () => syncing.state())
    await syncing.start(chosen && { plan: { ...chosen, profile: options.profile ?? profile } })
    const ended = await syncing.finished()
    stopPrinting()
    const pictures = await services.media.keeping.troubles()
    return { ...ended, pictures }
  })
  const run = state.history[0] ?? state.current
  if (!run) throw new CommandError('The sync did not start.')
  const { items, lookups, completeUpTo, quarantined, itemsGone } = state
  answer(
    options,
    {
      ...run,
      items,
      lookups,
      completeUpTo,
      quarantined,
      itemsNotSeen: itemsGone,
      pictures: failedPictures(state.pictures),
    },
    syncWords(run, state),
  )
  return run.outcome === 'completed' ? 0 : 1
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/**
 * The plan selected by the options; undefined for the default sync of changes. The caller adds the profile,
 * which may come from the settings.
 */
async function planOf(options: SyncOptions): Promise<DistributiveOmit<SyncPlan, 'profile'> | undefined> {
  const { full, manufacturer, brand, gtins, verified, profile } = options
  const named = [full && '--full', manufacturer && '--manufacturer', brand && '--brand', gtins && '--gtins']
  const given = named.filter(Boolean)
  if (given.length > 1) throw new CommandError(`${given.join(' and ')} exclude one another: choose one.`)
  if (full && verified)
    throw new CommandError('--full asks for everything, --verified for a part: choose one.')
  if (manufacturer) return { scope: 'manufacturer', ids: manufacturer, verified }
  if (brand) return { scope: 'brand', ids: brand, verified }
  if (gtins) return { scope: 'gtins', gtins: await codesIn(gtins), verified }
  if (verified) return { scope: 'verified' }
  if (full) return { scope: 'full' }
  return profile ? { scope: 'incremental' } : undefined
}

/** The first cell of each line; empty lines and lines starting with # are skipped. */
async function codesIn(file: string): Promise<string[]> {
  const codes = (await readList(file))
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(
      (line) =>
        line
          .split(/[,;\t]/)[0]
          ?.trim()
          .replace(/^"|"$/g, '') ?? '',
    )
    .filter((code) => code !== '' && !code.startsWith('#'))
  if (codes.length === 0) throw new CommandError(`${file} holds no codes.`)
  return codes
}

/** Prints the reason when a run pauses. @returns a function that stops the printing */
function printPauses(
  subscribe: (listener: () => void) => () => void,
  state: () => Promise<SyncState>,
): () => void {
  let printed: string | undefined
  return subscribe(
    () =>
      // The state cannot be read after the workspace was closed.
      void state().then(
        ({ current }) => {
          const note = current?.outcome === 'paused' ? current.note : undefined
          if (note !== undefined && note !== printed)
            process.stderr.write(`${note} Ctrl+C ends the command.\n`)
          printed = note
        },
        () => {},
      ),
  )
}

/** Pictures that could not be fetched, in the JSON output of commands. */
export const failedPictures = (troubles: PictureTrouble[]) => ({
  failed: troubles.reduce((sum, { count }) => sum + count, 0),
  failures: troubles,
})
