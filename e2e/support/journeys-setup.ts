import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../src-main/hosts/launch/build.ts'
import { samplesVariable } from './tried-sample.ts'

/**
 * Both hosts show what was built; a journey must never walk through yesterday's screens, nor begin from yesterday's
 * sample.
 */
export default async (): Promise<() => void> => {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`))
  const samples = mkdtempSync(join(tmpdir(), 'desk-samples-'))
  process.env[samplesVariable] = samples
  return () => rmSync(samples, { recursive: true, force: true })
}
