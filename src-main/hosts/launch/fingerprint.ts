import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Changes whenever one of these files, or a file in one of these folders, is added, removed or touched, tests apart:
 * enough to know that what was made from them is stale.
 */
export function fingerprint(directory: string, sources: string[]): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesOf(join(directory, source))).sort()) {
    if (path.includes('.test.')) continue
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 20)
}

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}
