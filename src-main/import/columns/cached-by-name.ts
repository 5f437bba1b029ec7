import { rowLimits } from '../../../src-shared/file-limits.ts'

/**
 * Caches the results of a function of headings, which the steps of a preview and of an import each parse again.
 * The cache is emptied when it has the headings of two of the widest tables.
 */
export function cachedByName<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found as T
    if (known.size >= 2 * rowLimits.cells) known.clear()
    const result = read(name)
    // A longer heading may be the text of a whole file.
    if (name.length <= maxName) known.set(name, result)
    return result
  }
}

const maxName = 1000
