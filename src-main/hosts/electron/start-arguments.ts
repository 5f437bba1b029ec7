/** Arguments that the launchers of the system start the app with. */
import { isAbsolute } from 'node:path'

/** Followed by the folder of a workspace on the list of this computer. */
export const workspaceArgument = '--workspace='
/** Opens a window, even if there is one. */
export const newWindowArgument = '--new-window'

/** The folder of the workspace that the arguments name; undefined if there is none. */
export function workspaceIn(args: readonly string[]): string | undefined {
  const folder = args.find((arg) => arg.startsWith(workspaceArgument))?.slice(workspaceArgument.length)
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}

export const asksForWindow = (args: readonly string[]): boolean => args.includes(newWindowArgument)

/** Whether a launcher gave the argument, for one start only. */
export const isFromLauncher = (arg: string): boolean =>
  arg === newWindowArgument || arg.startsWith(workspaceArgument)
