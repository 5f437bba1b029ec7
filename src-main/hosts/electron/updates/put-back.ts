/** Putting the version before back. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { restoreDatabases } from './databases.ts'
import { replaceProgram } from './program-file.ts'
import type { Installed, UpdateRecord } from './update-record.ts'

/**
 * Puts the databases and the program of the version before back. Each step can be repeated after a crash. The
 * app must have no workspace open, and ends afterwards.
 * @returns who starts the version before; undefined if this system cannot put it back
 * @throws the error of the disk, or PlainError `OPEN_ELSEWHERE`
 */
export function putBack(
  record: UpdateRecord,
  { databases, before, to }: Installed,
  reason: string,
): 'app' | 'installer' | undefined {
  if (before === undefined) return undefined
  const program = process.env['APPIMAGE']
  restoreDatabases({ databases })
  if (program) replaceProgram(program, before)
  else spawn(before, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' }).unref()
  record.write({ returned: { from: to, reason } })
  // The installer still runs.
  if (program) rmSync(before, { force: true })
  return program ? 'app' : 'installer'
}
