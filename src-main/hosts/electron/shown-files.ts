import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { type FilePurpose, folderPurposes } from '../../../src-shared/workspace/model.ts'
import type { Grants } from '../../platform/face-session.ts'

const purposes: readonly FilePurpose[] = ['import', 'export', ...folderPurposes]

/**
 * The path that the system's file manager may show, without symbolic links: something the person chose in this
 * session, or the open workspace and what lies in it. Undefined for all else, also for what is not there.
 */
export function shownFile(
  path: string,
  grants: Pick<Grants, 'isGranted'>,
  workspace: string | undefined,
): string | undefined {
  try {
    const real = realpathSync.native(path)
    const folder = workspace === undefined ? undefined : realpathSync.native(workspace)
    const isInside = folder !== undefined && (real === folder || real.startsWith(folder + sep))
    return isInside || purposes.some((purpose) => grants.isGranted(real, purpose)) ? real : undefined
  } catch {
    return undefined
  }
}
