import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileWhole } from '../platform/private-files.ts'

/** What the database of a workspace says of itself. */
export interface WorkspaceMark {
  /** Null until the workspace first sends. */
  instance: string | null
  /** How many sendings were begun, ever. */
  sendings: number
}

interface Noted {
  directory: string
  /** The folder's number in its file system. */
  folder: string
  sendings: number
}

/**
 * Tells whether a workspace is the one its feeds were queued in. A copy, a restored backup, an unpacked archive and a
 * workspace set back to an earlier state hold feeds that the original may have sent since; so what this computer saw
 * the workspace send is noted outside it, in a file for each workspace.
 */
export function openCustody(home: string, directory: string) {
  const fileOf = (instance: string) => join(home, 'sending', `${instance}.json`)
  const identity = async () => {
    const { ino } = await stat(directory, { bigint: true })
    return { directory: await realpath(directory), folder: String(ino) }
  }
  const noted = async (instance: string): Promise<Noted | undefined> => {
    try {
      return JSON.parse(await readFile(fileOf(instance), 'utf8')) as Noted
    } catch {
      // Missing or damaged: nothing is known of it here.
      return undefined
    }
  }

  return {
    /** Whether this is the folder that was last seen sending, and it remembers every sending that was seen. */
    async isOriginal({ instance, sendings }: WorkspaceMark): Promise<boolean> {
      if (instance === null || !/^[0-9a-f-]{36}$/.test(instance)) return false
      const before = await noted(instance)
      if (!before || sendings < before.sendings) return false
      const now = await identity()
      if (before.folder !== now.folder) return false
      // The same folder under another name was moved.
      return before.directory === now.directory || !(await exists(before.directory))
    },
    /**
     * Notes what the workspace has sent: to be called after a sending was noted in the workspace and before its first
     * byte leaves. @throws when the note cannot be kept; nothing may be sent then
     */
    async note({ instance, sendings }: { instance: string; sendings: number }): Promise<void> {
      await writeFileWhole(fileOf(instance), JSON.stringify({ ...(await identity()), sendings }))
    },
  }
}
export type Custody = ReturnType<typeof openCustody>

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
