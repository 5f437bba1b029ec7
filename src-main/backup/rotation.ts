import { lstat, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../src-shared/backup/model.ts'
import { listBackups, mediaFolder, picturesFile, readPictureList } from './backup-folder.ts'
import { isUnfinished } from './make-backup.ts'

interface Rotation {
  /** The newest backup of each of so many days. */
  keepDaily: number
  /** The newest backup of each of so many weeks. */
  keepWeekly: number
}

const dayOf = (moment: string): string => moment.slice(0, 10)

/** The Monday of the week, in UTC. */
function weekOf(moment: string): string {
  const date = new Date(moment)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return dayOf(date.toISOString())
}

/**
 * The backups to remove: all but the newest of each of the last `keepDaily` days and `keepWeekly` weeks with a backup.
 * Days without a backup do not count, so that a computer that was off for a month loses nothing. The newest of all always
 * stays.
 * @param newest the moment of the newest backup: one of a later moment was made while the clock was ahead, says nothing
 *   of how old the others are, and stays until its moment has come
 */
export function outdated<B extends Pick<Backup, 'madeAt'>>(
  backups: readonly B[],
  rotation: Rotation,
  newest?: string,
): B[] {
  const newestFirst = backups
    .filter(({ madeAt }) => newest === undefined || madeAt <= newest)
    .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt))
  const kept = new Set<B>(newestFirst.slice(0, 1))
  const keep = (periodOf: (moment: string) => string, count: number) => {
    const periods = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt)
      if (periods.has(period)) continue
      if (periods.size >= count) return
      periods.add(period)
      kept.add(backup)
    }
  }
  keep(dayOf, rotation.keepDaily)
  keep(weekOf, rotation.keepWeekly)
  return newestFirst.filter((backup) => !kept.has(backup))
}

/**
 * Removes outdated backups, unfinished backups, and pictures that no backup names any more.
 * @param newest the moment of the backup that was just made, which always stays
 */
export async function rotate(folder: string, rotation: Rotation, newest: string): Promise<Backup[]> {
  const removed = outdated(await listBackups(folder), rotation, newest)
  for (const { directory } of removed) await rm(directory, { recursive: true, force: true })
  await sweepUnfinished(folder)
  if (removed.length > 0) await sweepPictures(folder)
  return removed
}

/** An unfinished backup that changed within this time, in milliseconds, may still be in the making by another process. */
const abandonedAfter = 24 * 60 * 60 * 1000

async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isUnfinished)) {
    const directory = join(folder, name)
    const { mtimeMs } = await stat(directory)
    if (Date.now() - mtimeMs > abandonedAfter) await rm(directory, { recursive: true, force: true })
  }
}

async function sweepPictures(folder: string): Promise<void> {
  const needed = new Set<string>()
  for (const name of await readdir(folder)) {
    if (name === mediaFolder) continue
    const directory = join(folder, name)
    // A folder with an unreadable list may need any picture, so the error ends the sweep.
    const isBackup = await lstat(join(directory, picturesFile)).then(
      (found) => found.isFile(),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
        throw error
      },
    )
    if (isBackup) for (const sha256 of await readPictureList(directory)) needed.add(sha256)
  }
  const files = await readdir(join(folder, mediaFolder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  for (const file of files)
    if (file.isFile() && !needed.has(file.name)) await rm(join(file.parentPath, file.name), { force: true })
}
