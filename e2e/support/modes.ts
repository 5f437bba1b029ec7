import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What in a folder others may read, with its mode; the folder itself is looked at too. */
export function openToOthers(folder: string): string[] {
  const found: string[] = []
  const look = (path: string): void => {
    // A file that is replaced or removed while it is looked at is the next one's, or nobody's.
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) return
    if ((stat.mode & 0o077) !== 0) found.push(`${(stat.mode & 0o777).toString(8)} ${path}`)
    if (stat.isDirectory()) for (const name of namesIn(path)) look(join(path, name))
  }
  look(folder)
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Looks again and again, until it is ended; answers what was ever open, and how often was looked. */
export function watchModes(folders: string[]): { end(): { open: string[]; looks: number; files: number } } {
  const open = new Set<string>()
  let looks = 0
  let ended = false
  const look = (): void => {
    if (ended) return
    looks++
    for (const folder of folders) for (const path of openToOthers(folder)) open.add(path)
    setTimeout(look, 2)
  }
  look()
  return {
    end() {
      ended = true
      return { open: [...open], looks, files: folders.reduce((sum, folder) => sum + countOf(folder), 0) }
    },
  }
}

const countOf = (folder: string): number => readdirSync(folder, { recursive: true }).length
