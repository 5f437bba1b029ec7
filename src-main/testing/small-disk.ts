import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  directory: string
  /** Fills the disk. */
  fill(): void
  /** Frees the space that `fill` took. */
  free(): void
  setReadOnly(readOnly: boolean): void
  remove(): void
}

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })

/** Whether this user may mount a file system in memory: root on Linux, in a container that allows it. */
export function canMountDisks(): boolean {
  try {
    mountSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}

/** Mounts a new small file system. @throws when mounting is not permitted */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory)
  } catch (error) {
    rmSync(directory, { recursive: true })
    throw error
  }
  const filler = join(directory, 'filler')
  return {
    directory,
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (const size of [65_536, 4096, 1]) for (;;) if (!wrote(file, size)) break
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (readOnly) => mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, directory),
    remove() {
      execFileSync('umount', [directory], { stdio: 'pipe' })
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function wrote(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}
