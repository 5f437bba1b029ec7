import { realpathSync, type Stats, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { chosenFileLimits } from '../../../../src-shared/file-limits.ts'
import { readBounded, streamBounded } from '../../../platform/files/read-bounded.ts'
import { isOfWorkspace } from '../../../workspace/index.ts'
import { CommandError, unreadable } from '../command.ts'

/** The path without links, also where its last parts do not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const folder = dirname(whole)
    return folder === whole ? whole : join(realPath(folder), basename(whole))
  }
}

/** The path as seen from a folder; undefined outside it. */
function insideOf(folder: string, path: string): string | undefined {
  const from = relative(realPath(folder), realPath(path))
  return from === '..' || from.startsWith(`..${sep}`) || resolve(from) === from ? undefined : from
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

/** File systems whose files are views of the running system: proc and sysfs of Linux. */
const systemViews = new Set([0x9fa0, 0x62656572])

function isSystemView(path: string): boolean {
  for (let folder = realPath(path); ; folder = dirname(folder)) {
    if (statOf(folder)) return systemViews.has(statfsSync(folder).type)
    if (folder === dirname(folder)) return false
  }
}

/**
 * @param to a file that a command makes or replaces, or a folder of files
 * @throws CommandError where that would destroy the workspace, or is no place for a file
 */
export function requirePlaceForFile(to: string, workspace: string): void {
  const found = statOf(to)
  if (found && !found.isFile() && !found.isDirectory())
    throw new CommandError(`${to} is a device or a pipe, no file. Name a file, or - for standard output.`)
  if (isSystemView(to))
    throw new CommandError(`${to} lies among the files of the operating system. Name a file elsewhere.`)
  const inside = insideOf(workspace, to)
  if (inside !== undefined && inside !== '' && isOfWorkspace(inside.split(sep)[0] ?? ''))
    throw new CommandError(`${to} belongs to the workspace ${resolve(workspace)}. Name a file elsewhere.`)
}

/** @throws CommandError for a folder of backups that is in the workspace, where it would be lost with it */
export function requirePlaceForBackups(to: string, workspace: string): void {
  if (isSystemView(to))
    throw new CommandError(`${to} lies among the files of the operating system. Name a folder elsewhere.`)
  if (insideOf(workspace, to) !== undefined)
    throw new CommandError(
      `${to} is in the workspace ${resolve(workspace)}, and would be lost with it. Name a folder elsewhere.`,
    )
}

/**
 * The text of a file with a list, or of standard input (`-`).
 * @throws CommandError for a device, a pipe that nobody writes to, and a file that is too large
 */
export async function readList(file: string): Promise<string> {
  try {
    const bytes =
      file === '-'
        ? await streamBounded(process.stdin, chosenFileLimits.listBytes)
        : await readBounded(file, chosenFileLimits.listBytes)
    return bytes.toString('utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}
