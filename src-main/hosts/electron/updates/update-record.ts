/** What this computer remembers about an update, in a file of its own folder. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { updateFailures } from '../../../../src-shared/update-state.ts'

const installed = z.object({
  /** Versions. */
  from: z.string(),
  to: z.string(),
  /** Number of starts of the new version so far. */
  starts: z.int().min(0),
  /** Databases as they were before the new version changed them. */
  databases: z.array(z.object({ directory: z.string(), copy: z.string() })),
  /** The package of the version before, if it can be put back. */
  before: z.string().optional(),
})
/** An installed version that has not yet shown its page. */
export type Installed = z.output<typeof installed>

const contents = z.object({
  installed: installed.optional(),
  /** The version that was put back, and why. */
  returned: z.object({ from: z.string(), reason: z.string() }).optional(),
  /** An installation that failed while the app quit. */
  failure: z.object({ code: z.enum(updateFailures), detail: z.string() }).optional(),
})
type Contents = z.output<typeof contents>

export interface UpdateRecord {
  /** The folder with the record and the package of the version before. */
  folder: string
  read(): Contents
  /** Replaces the record. */
  write(next: Contents): void
}

/** @param home this computer's own folder */
export function openUpdateRecord(home: string): UpdateRecord {
  const folder = join(home, 'updates')
  const path = join(folder, 'record.json')
  return {
    folder,
    read() {
      try {
        return contents.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return {}
      }
    },
    write(next) {
      if (Object.keys(next).length === 0) return rmSync(path, { force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${path}.new`
      const file = openSync(unfinished, 'w', 0o600)
      try {
        writeFileSync(file, JSON.stringify(next))
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(unfinished, path)
    },
  }
}
