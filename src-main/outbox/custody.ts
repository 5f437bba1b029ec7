import { randomUUID } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileWhole } from '../platform/private-files.ts'
import type { OutboxRoom } from './outbox-room.ts'

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

/**
 * Makes sure that the feeds in the outbox are this workspace's own: to be called before one is queued, and before any is
 * sent. A workspace that was copied from another (restored, unpacked, set back) becomes one of its own, and the feeds
 * it came with are in doubt, as they may have been sent from the other.
 */
export async function claimWorkspace({
  writer,
  custody,
  log,
}: Pick<OutboxRoom, 'writer' | 'custody' | 'log'>): Promise<void> {
  if (!custody) return
  const mark = await writer.mark()
  if (await custody.isOriginal(mark)) return
  const instance = randomUUID()
  const held = await writer.becomeOwn(
    instance,
    'This workspace was restored, copied or set back since the feed was queued, so the feed may have been sent from the original. It is not sent until you have looked and said that it has not arrived.',
  )
  if (held.length > 0) log?.warn({ feeds: held }, 'feeds of another copy of this workspace are held')
  await custody.note({ instance, sendings: mark.sendings })
}
