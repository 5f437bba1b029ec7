import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const folder = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Where folders of a test stand: where the person says (`TMPDIR`); otherwise in memory where the system has such a place
 * with room enough, as a test that waits for the disk proves nothing more, or in the folder for temporary files.
 */
export function placeForFolders(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
