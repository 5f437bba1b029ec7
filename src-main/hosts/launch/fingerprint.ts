import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Changes whenever a file of these patterns is added, removed or touched, tests apart: enough to know that what was
 * made from them is stale.
 */
export function fingerprint(directory: string, patterns: string[]): string {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: directory }).sort()) {
    if (file.includes('.test.')) continue
    const { mtimeMs, size } = statSync(join(directory, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 20)
}
