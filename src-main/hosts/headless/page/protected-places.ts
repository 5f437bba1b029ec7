import { realpathSync, type Stats, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { chosenFileLimits } from '../../../../src-shared/file-limits.ts'
import { readFileLimited, readStreamLimited } from '../../../platform/files/read-bounded.ts'
import { isOfWorkspace } from '../../../workspace/index.ts'
import { CommandError, unreadable } from '../command.ts'

/** The path without symbolic links, even if its last parts do not exist. */
function realPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch {
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(realPath(folder), basename(absolute))
  }
}

/** The path relative to a folder; undefined if it is outside. */
function insideOf(folder: string, path: string): string | undefined {
  const from = relative(realPath(folder), realPath(path))
  return from === '..' || from.startsWith(`..${sep}`) || resolve(from) === from ? undefined : from
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

/** Pseudo file systems of Linux: proc and sysfs. */
const systemViews = new Set([0x9fa0, 0x62656572])

function isSystemView(path: string): boolean {
  for (let folder = realPath(path); ; folder = dirname(folder)) {
    if (statOf(folder)) return systemViews.has(statfsSync(folder).type)
    if (folder === dirname(folder)) return false
  }
}

/**
 * @param to a file that a command creates or replaces, or a folder of files
 * @throws CommandError if that would damage the workspace, or if no file can be created there
 */
export function requirePlaceForFile(to: string, workspace: string): void {
  const found = statOf(to)
  if (found && !found.isFile() && !found.isDirectory())
    throw new CommandError(`${to} is a device or a pipe, no file. Name a file, or - for standard output.`)
  if (isSystemView(to))
    throw new CommandError(`${to} is in a folder of the operating system. Choose a file elsewhere.`)
  const inside = insideOf(workspace, to)
  if (inside !== undefined && inside !== '' && isOfWorkspace(inside.split(sep)[0] ?? ''))
    throw new CommandError(`${to} belongs to the workspace ${resolve(workspace)}. Name a file elsewhere.`)
}

/** @throws CommandError for a backup folder inside the workspace, which would be lost together with it */
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
 * @throws CommandError for a device, a pipe without a writer, and a file that is too large
 */
export async function readList(file: string): Promise<string> {
  try {
    const bytes =
      file === '-'
        ? await readStreamLimited(process.stdin, chosenFileLimits.listBytes)
        : await readFileLimited(file, chosenFileLimits.listBytes)
    return bytes.toString('utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}
