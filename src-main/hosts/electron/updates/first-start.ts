/**
 * A new version must show its page in one of its first starts; otherwise the version before is put back, with
 * the databases as they were. Until then the new version sends, syncs and serves nothing, so that nothing is
 * lost by that.
 */
import { rmSync } from 'node:fs'
import { discardDatabases, restoreDatabases } from './databases.ts'
import { removeUnfinished } from './program-file.ts'
import type { Installed, UpdateRecord } from './update-record.ts'

/** Number of starts in which a new version must show its page. */
const maxStarts = 3

export type FirstStart =
  /** No update was installed, or it has shown its page. */
  | { kind: 'usual' }
  /** The new version has not shown its page yet. */
  | { kind: 'unproven'; installed: Installed }
  /** It has not shown its page in any of its starts. */
  | { kind: 'failed'; installed: Installed }

/** Counts this start. Call it before anything that may fail. */
export function beginStart(record: UpdateRecord, version: string): FirstStart {
  const { installed } = record.read()
  const program = process.env['APPIMAGE']
  if (program) removeUnfinished(program)
  if (!installed) return { kind: 'usual' }
  if (installed.to === version) {
    const counted = { ...installed, starts: installed.starts + 1 }
    record.write({ installed: counted })
    return { kind: counted.starts > maxStarts ? 'failed' : 'unproven', installed: counted }
  }
  // The version before runs: the new one was never installed, or somebody or something has put this one back.
  if (installed.from === version && installed.starts > 0) {
    restoreDatabases(installed)
    record.write({ returned: { from: installed.to, reason: '' } })
  } else record.write({})
  removePackage(installed)
  return { kind: 'usual' }
}

/** Ends the trial of a new version: its page is shown. */
export function prove(record: UpdateRecord): void {
  const { installed, ...others } = record.read()
  if (!installed) return
  record.write(others)
  discardDatabases(installed)
  removePackage(installed)
}

const removePackage = ({ before }: Installed): void => {
  if (before !== undefined) rmSync(before, { force: true })
}
