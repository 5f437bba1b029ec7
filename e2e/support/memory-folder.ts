import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const folder = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Where folders of a test stand: in memory where the system has such a place with room enough, as a test that waits for
 * the disk proves nothing more; otherwise in the folder for temporary files.
 */
export function placeForFolders(): string {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
