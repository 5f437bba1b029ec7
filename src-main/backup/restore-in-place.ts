/**
 * Restores a backup in place of a workspace X. The program may be killed after each step:
 *
 *     prepare   the backup is restored into `X.restoring-1a2b3c4d`, whose mark names X
 *     put aside X is renamed
 *     put in    `X.restoring-1a2b3c4d` is renamed to X
 *     end       the former workspace gets a name that shows it was kept aside, and the mark is deleted
 *
 * The next start of X deletes a restore that was killed before X was put aside, and finishes one that was
 * killed after.
 */
import { randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { withFileErrors } from '../platform/files/file-error.ts'
import { isRunning } from '../platform/files/unfinished-files.ts'
import {
  isUnfinishedRestore,
  isWorkspace,
  nameWorkspace,
  restoreMark,
  workspaceName,
} from '../workspace/index.ts'
import { folderNameOf } from './backup-folder.ts'
import { restoreBackup } from './restore-backup.ts'

const markSchema = z.object({
  backup: z.string(),
  /** The replaced workspace, and the path where it is kept. */
  insteadOf: z.string(),
  keptAside: z.string(),
  /** The restoring process: its pid and, because pids are reused, a unique name. */
  pid: z.number(),
  process: z.string(),
})
type Mark = z.infer<typeof markSchema>

/** Unique name of this process. */
const thisProcess = randomUUID()

/** A restored backup next to the workspace that it will replace. */
interface PreparedRestore extends Pick<Mark, 'insteadOf' | 'keptAside'> {
  /** The folder of the restored backup. */
  restored: string
  /** One sentence for each missing picture. */
  findings: string[]
}

/** @param now milliseconds since the epoch @throws PlainError as `restoreBackup` does */
export async function prepareReplacement(
  backup: string,
  insteadOf: string,
  now: number,
): Promise<PreparedRestore> {
  const restored = `${insteadOf}.restoring-${randomUUID().slice(0, 8)}`
  const keptAside = `${insteadOf} before ${folderNameOf(now)}`
  const mark: Mark = { backup, insteadOf, keptAside, pid: process.pid, process: thisProcess }
  const findings = await restoreBackup(backup, restored, { name: await workspaceName(insteadOf), mark })
  return { insteadOf, keptAside, restored, findings }
}

/** @param own files of the present workspace that are kept, because workspace and computer stay the same */
export async function putAside(
  { insteadOf, keptAside, restored }: PreparedRestore,
  own: readonly string[],
): Promise<void> {
  await withFileErrors(async () => {
    for (const file of own) await copyFile(join(insteadOf, file), join(restored, file)).catch(() => {})
    await rename(insteadOf, keptAside)
  })
}

/** Moves the restored workspace to its final path. On failure, the former workspace is moved back. */
export async function putInPlace({ insteadOf, keptAside, restored }: PreparedRestore): Promise<void> {
  await withFileErrors(async () => {
    try {
      await rename(restored, insteadOf)
    } catch (error) {
      await rename(keptAside, insteadOf)
      throw error
    }
  })
}

export async function finishReplacement({
  insteadOf,
  keptAside,
}: Pick<Mark, 'insteadOf' | 'keptAside'>): Promise<void> {
  await nameWorkspace(keptAside, `${await workspaceName(insteadOf)} (kept aside)`)
  await rm(join(insteadOf, restoreMark), { force: true })
}

/**
 * Deletes or finishes killed restores in place of this workspace.
 * @param note adds the former workspace to a list, before the mark that names it is deleted
 */
export async function settleRestores(
  workspace: string,
  note: (keptAside: string) => Promise<unknown> = async () => {},
): Promise<void> {
  const prefix = `${basename(workspace)}.restoring-`
  const siblings = await readdir(dirname(workspace)).catch((): string[] => [])
  for (const name of siblings.filter((one) => one.startsWith(prefix))) {
    const restored = join(dirname(workspace), name)
    const mark = await markIn(restored)
    if (mark ? mark.insteadOf !== workspace || isBusy(mark) : !(await isUnfinishedRestore(restored))) continue
    if (await exists(workspace)) await rm(restored, { recursive: true, force: true })
    else if (mark && (await isWorkspace(restored))) await rename(restored, workspace)
  }
  const mark = await markIn(workspace)
  if (!mark || mark.insteadOf !== workspace || isBusy(mark) || !(await isWorkspace(workspace))) return
  if (!(await isWorkspace(mark.keptAside))) return rm(join(workspace, restoreMark), { force: true })
  await note(mark.keptAside)
  await finishReplacement(mark)
}

const isBusy = ({ pid, process: name }: Mark): boolean =>
  name === thisProcess || (pid !== process.pid && isRunning(pid))

/** The mark of a restore that replaces a workspace; undefined for any other folder. */
async function markIn(folder: string): Promise<Mark | undefined> {
  try {
    const path = join(folder, restoreMark)
    if (!(await stat(path)).isFile()) return undefined
    return markSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
