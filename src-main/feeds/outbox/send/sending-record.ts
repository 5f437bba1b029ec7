import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../../platform/files/private-files.ts'

/** Identity of a workspace, as stored in its database. */
export interface WorkspaceMark {
  /** Null until the workspace has sent for the first time. */
  instance: string | null
  /** Total number of sendings started. */
  sendings: number
}

interface StoredRecord {
  directory: string
  /** Inode number of the folder. */
  folder: string
  sendings: number
}

/**
 * Records what this computer has seen a workspace send, in a file outside of the workspace. This
 * distinguishes the workspace in which feeds were queued from a copy, a restored backup, an unpacked archive,
 * or a workspace set back to an earlier state: those contain feeds that the original may have sent since.
 */
export function openSendingRecord(home: string, directory: string) {
  const fileOf = (instance: string) => join(home, 'sending', `${instance}.json`)
  const identity = async () => {
    const { ino } = await stat(directory, { bigint: true })
    return { directory: await realpath(directory), folder: String(ino) }
  }
  const storedRecord = async (instance: string): Promise<StoredRecord | undefined> => {
    try {
      return JSON.parse(await readFile(fileOf(instance), 'utf8')) as StoredRecord
    } catch {
      // If its file is missing or damaged, the workspace is unknown on this computer.
      return undefined
    }
  }

  return {
    /** Whether the folder is the one last seen sending, and its database contains all sendings seen here. */
    async isOriginal({ instance, sendings }: WorkspaceMark): Promise<boolean> {
      if (instance === null || !/^[0-9a-f-]{36}$/.test(instance)) return false
      const before = await storedRecord(instance)
      if (!before || sendings < before.sendings) return false
      const now = await identity()
      if (before.folder !== now.folder) return false
      // The same folder at another path was moved.
      return before.directory === now.directory || !(await exists(before.directory))
    },
    /**
     * Records a sending: after the workspace has stored it, and before the first byte is sent.
     * @throws if the record cannot be written; nothing may be sent then
     */
    async note({ instance, sendings }: { instance: string; sendings: number }): Promise<void> {
      await writeFileAtomic(fileOf(instance), JSON.stringify({ ...(await identity()), sendings }))
    },
  }
}
export type SendingRecord = ReturnType<typeof openSendingRecord>

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
