import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const folder = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * The parent folder for temporary folders: `TMPDIR` if set; otherwise a memory file system with enough space,
 * because waiting for the disk proves nothing more; otherwise the system's folder for temporary files.
 */
export function temporaryRoot(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
