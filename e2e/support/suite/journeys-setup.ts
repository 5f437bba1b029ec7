import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../../src-main/hosts/launch/build.ts'

/** The environment variable with the folder of this run's samples, which every worker inherits. */
export const samplesVariable = 'CATALOG_DESK_TEST_SAMPLES'

/**
 * Builds the screens before the journeys, because both hosts serve built screens, and creates a new folder
 * for the samples, so that no journey starts from an earlier run's sample. If the variable is set, its folder
 * is used: the parts of one run share theirs.
 */
export default async (): Promise<() => void> => {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`))
  if (process.env[samplesVariable]) return () => undefined
  const samples = mkdtempSync(join(tmpdir(), 'desk-samples-'))
  process.env[samplesVariable] = samples
  return () => rmSync(samples, { recursive: true, force: true })
}
