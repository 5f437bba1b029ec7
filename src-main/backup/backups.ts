import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Backup,
  BackupPlan,
  BackupProgress,
  BackupRhythm,
  BackupState,
} from '../../src-shared/backup/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { workspaceEntry } from '../../src-shared/workspace/settings.ts'
import type { Clock } from '../platform/clock.ts'
import { expandHome } from '../platform/files/home.ts'
import type { Logger } from '../platform/log/log.ts'
import { clampToPast } from '../platform/retry.ts'
import { type KnownWorkspaces, workspaceName } from '../workspace/index.ts'
import { makeArchive } from './archive/make-archive.ts'
import { type BackupErrorCode, backupsOf, listBackups } from './backup-folder.ts'
import { type BackupSource, makeBackup } from './make-backup.ts'
import { rotate } from './rotation.ts'

const hour = 60 * 60 * 1000
const periods: Record<Exclude<BackupRhythm, 'off'>, number> = { hourly: hour, daily: 24 * hour }
/** Interval of checks of the plan, in milliseconds. */
const checkInterval = 60_000
const closedMeanwhile = say`The backup was cancelled because the workspace was closed; nothing was left behind. Open the workspace and make it again.`

interface BackupsOptions {
  source: Omit<BackupSource, 'name'>
  known: KnownWorkspaces
  /** This computer's own folder, the default location of backups. */
  home: string
  clock: Clock
  log: Logger
}

export type Backups = ReturnType<typeof createBackups>

/** The backups of one open workspace: on demand, and scheduled while the program runs. */
export function createBackups({ source, known, home, clock, log }: BackupsOptions) {
  const { directory } = source
  const closing = new AbortController()
  let running: BackupProgress | undefined
  let failure: BackupState['failure']
  let work: Promise<unknown> = Promise.resolve()

  const readPlan = async (): Promise<BackupPlan> =>
    (await known.find(directory))?.backup ?? workspaceEntry.backup.initial
  const folderOf = (plan: BackupPlan): string =>
    backupsOf(plan.folder === undefined ? join(home, 'backups') : expandHome(plan.folder), directory)

  /**
   * Whether the chosen folder has disappeared since its last use, for example because its disk is unplugged.
   * The folder is not created again then, because it would be on another disk.
   */
  async function isAway(plan: BackupPlan): Promise<boolean> {
    const used = (await known.find(directory))?.backupFolderUsed
    if (plan.folder === undefined || used !== plan.folder) return false
    return !(await stat(expandHome(plan.folder)).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  }

  /** Time of the next backup; undefined: never, or not before the folder is back. */
  async function nextAt(plan: BackupPlan): Promise<number | undefined> {
    if (plan.rhythm === 'off') return undefined
    if (failure?.away) return (await isAway(plan)) ? undefined : clock.now()
    const made = (await listBackups(folderOf(plan))).map(({ madeAt }) => madeAt)
    const now = clock.now()
    const tried = [...made, ...(failure ? [failure.at] : [])].flatMap(
      (at) => clampToPast(Date.parse(at), now) ?? [],
    )
    const last = Math.max(0, ...tried)
    return last === 0 ? now : last + (failure ? hour : periods[plan.rhythm])
  }

  /** Runs a backup if no other one runs. @throws PlainError `BUSY`, `CLOSED` */
  async function alone(run: () => Promise<Backup>): Promise<Backup> {
    if (running)
      throw new PlainError<BackupErrorCode>('BUSY', say`A backup of this workspace is being made already.`)
    running = { phase: 'database', done: 0, total: 1 }
    const made = run()
    work = made.catch(() => {})
    try {
      return await made
    } catch (error) {
      if (closing.signal.aborted) throw closing.signal.reason
      throw error
    } finally {
      running = undefined
    }
  }
  const onProgress = (progress: BackupProgress): void => {
    running = progress
  }
  const namedSource = async (): Promise<BackupSource> => ({ ...source, name: await workspaceName(directory) })

  /**
   * Makes a backup now, verifies it, and deletes outdated backups.
   * @throws PlainError `BUSY`, `CLOSED`, `FOLDER_AWAY`, or a disk error
   */
  const make = (): Promise<Backup> =>
    alone(async () => {
      const plan = await readPlan()
      if (await isAway(plan))
        throw new PlainError<BackupErrorCode>(
          'FOLDER_AWAY',
          say`The folder ${plan.folder ?? ''} is not there. Connect the disk it is on, or choose another folder.`,
        )
      const folder = folderOf(plan)
      const backup = await makeBackup(await namedSource(), {
        ...{ folder, onProgress },
        now: clock.now(),
        signal: closing.signal,
      })
      await rotate(folder, plan, backup.madeAt)
      if (plan.folder !== undefined) await known.note(directory, { backupFolderUsed: plan.folder })
      failure = undefined
      return backup
    })

  async function followPlan(): Promise<void> {
    while (!closing.signal.aborted) {
      const plan = await readPlan()
      const due = await nextAt(plan)
      if (due !== undefined && due <= clock.now())
        await make().catch(async (error: Error) => {
          if (closing.signal.aborted) return
          const at = new Date(clock.now()).toISOString()
          // A disk that is unplugged during a backup can cause many kinds of errors.
          failure = { at, message: error.message, away: (await isAway(plan)) ? true : undefined }
          log.warn({ err: error }, 'a scheduled backup was not made')
        })
      await clock.sleep(checkInterval, closing.signal)
    }
  }

  async function state(): Promise<BackupState> {
    const plan = await readPlan()
    const folder = folderOf(plan)
    const due = await nextAt(plan)
    return {
      plan,
      folder,
      backups: await listBackups(folder),
      running,
      failure,
      nextAt: due === undefined ? undefined : new Date(due).toISOString(),
    }
  }

  return {
    state,
    async setPlan(plan: BackupPlan): Promise<BackupState> {
      await known.note(directory, { backup: plan })
      failure = undefined
      return state()
    },
    make,
    /**
     * Writes an archive of the workspace. @param replaces whether an existing file is replaced
     * @throws PlainError `BUSY`, `CLOSED`, `FOLDER_IN_USE`, or a disk error
     */
    archive: (file: string, replaces: boolean, signal?: AbortSignal): Promise<Backup> =>
      alone(async () =>
        makeArchive(await namedSource(), {
          ...{ file, replaces, onProgress },
          now: clock.now(),
          signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]),
        }),
      ),
    /** Starts the schedule. */
    start(): void {
      followPlan().catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'the backup plan is no longer followed')
      })
    },
    async close() {
      closing.abort(new PlainError<BackupErrorCode>('CLOSED', closedMeanwhile))
      await work
    },
  }
}
