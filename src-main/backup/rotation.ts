import { lstat, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../src-shared/backup/model.ts'
import { listBackups, mediaFolder, picturesFile, readPictureList } from './backup-folder.ts'
import { isUnfinished } from './make-backup.ts'

interface Rotation {
  /** Number of days whose newest backup is kept. */
  keepDaily: number
  /** Number of weeks whose newest backup is kept. */
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
 * The backups to delete: all except the newest of each of the last `keepDaily` days and `keepWeekly` weeks
 * with a backup. Days without a backup are not counted, so that a computer that was off for a month loses
 * nothing. The newest backup is always kept.
 * @param newest time of the newest backup. A backup with a later time was made while the clock was ahead: it
 * is ignored in the count, and kept until its time has come
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
 * Deletes outdated backups, unfinished backups, and pictures that no backup references any more.
 * @param newest time of the backup that was just made, which is always kept
 */
export async function rotate(folder: string, rotation: Rotation, newest: string): Promise<Backup[]> {
  const removed = outdated(await listBackups(folder), rotation, newest)
  for (const { directory } of removed) await rm(directory, { recursive: true, force: true })
  await removeUnfinishedFiles(folder)
  if (removed.length > 0) await sweepPictures(folder)
  return removed
}

/**
 * Age after which an unfinished backup is deleted, in milliseconds. A newer one may still be in progress in
 * another process.
 */
const abandonedAfter = 24 * 60 * 60 * 1000

async function removeUnfinishedFiles(folder: string): Promise<void> {
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
