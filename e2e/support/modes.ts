import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files in a folder that others can read, with their modes, including the folder itself. */
export function openToOthers(folder: string): string[] {
  const found: string[] = []
  const scan = (path: string): void => {
    // A file that is replaced or removed during the scan is skipped.
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) return
    if ((stat.mode & 0o077) !== 0) found.push(`${(stat.mode & 0o777).toString(8)} ${path}`)
    if (stat.isDirectory()) for (const name of namesIn(path)) scan(join(path, name))
  }
  scan(folder)
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The resolution of file times in milliseconds: two changes within one step have the same time. */
const clockStep = 100

/**
 * Scans the folders repeatedly until `end`, which returns every path that was ever open to others, and the
 * number of scans. A folder is read again only after a change in it, because reading thousands of pictures
 * repeatedly would slow down the program under test.
 */
export function watchModes(folders: string[]): { end(): { open: string[]; looks: number; files: number } } {
  const open = new Set<string>()
  const known = new Map<string, { changed: number; looked: number; folders: string[] }>()
  let looks = 0
  let ended = false
  const note = (path: string, mode: number): void => {
    if ((mode & 0o077) !== 0) open.add(`${(mode & 0o777).toString(8)} ${path}`)
  }
  const lookAt = (path: string): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) return
    note(path, stat.mode)
    if (!stat.isDirectory()) return
    const before = known.get(path)
    const isSame = before?.changed === stat.mtimeMs && before.looked - before.changed > clockStep
    if (isSame) {
      for (const folder of before.folders) lookAt(folder)
      return
    }
    const looked = Date.now()
    const found = namesIn(path).map((name) => join(path, name))
    known.set(path, { changed: stat.mtimeMs, looked, folders: found.filter(isFolder) })
    for (const one of found) lookAt(one)
  }
  const scan = (): void => {
    if (ended) return
    looks++
    const start = performance.now()
    for (const folder of folders) lookAt(folder)
    setTimeout(scan, 2 + performance.now() - start)
  }
  scan()
  return {
    end() {
      ended = true
      return { open: [...open], looks, files: folders.reduce((sum, folder) => sum + countOf(folder), 0) }
    },
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const countOf = (folder: string): number => readdirSync(folder, { recursive: true }).length
