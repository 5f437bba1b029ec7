import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A folder in the user's cache, outside the repository, for data that benches prepare once. */
export function cacheFolder(...names: string[]): string {
  const folder = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'catalog-desk-bench',
    ...names,
  )
  mkdirSync(folder, { recursive: true })
  return folder
}
