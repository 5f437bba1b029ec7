import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileWhole } from '../../../platform/files/private-files.ts'

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
 * What this computer saw a workspace send, in a file outside the workspace. The record tells the workspace in which
 * feeds were queued from a copy, a restored backup, an unpacked archive and a workspace set back to an earlier state:
 * those hold feeds that the original may have sent since.
 */
export function openSendingRecord(home: string, directory: string) {
  const fileOf = (instance: string) => join(home, 'sending', `${instance}.json`)
  const identity = async () => {
    const { ino } = await stat(directory, { bigint: true })
    return { directory: await realpath(directory), folder: String(ino) }
  }
  const noted = async (instance: string): Promise<Noted | undefined> => {
    try {
      return JSON.parse(await readFile(fileOf(instance), 'utf8')) as Noted
    } catch {
      // Without its file, or with a damaged one, a workspace counts as unknown on this computer.
      return undefined
    }
  }

  return {
    /** Whether the folder is the one that was last seen sending, and its database knows of every sending seen here. */
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
     * Notes what the workspace has sent: after the workspace has noted the sending, and before the first byte leaves.
     * @throws when the note cannot be written; nothing may be sent then
     */
    async note({ instance, sendings }: { instance: string; sendings: number }): Promise<void> {
      await writeFileWhole(fileOf(instance), JSON.stringify({ ...(await identity()), sendings }))
    },
  }
}
export type SendingRecord = ReturnType<typeof openSendingRecord>

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
