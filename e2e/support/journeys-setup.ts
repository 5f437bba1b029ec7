import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../src-main/hosts/launch/build.ts'
import { samplesVariable } from './tried-sample.ts'

/**
 * Builds the screens before the journeys, as both hosts show built screens, and makes a new folder for the samples, so
 * that no journey begins from an earlier run's sample.
 */
export default async (): Promise<() => void> => {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`))
  const samples = mkdtempSync(join(tmpdir(), 'desk-samples-'))
  process.env[samplesVariable] = samples
  return () => rmSync(samples, { recursive: true, force: true })
}
