import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  from: string
  /** Path of a file in the project, or name of a package. */
  to: string
}

/** Also finds `import type`, `export … from`, `import('…')` and imports for their side effects. */
const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

export function importsIn(from: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map(([, name = '']) => ({
    from,
    to: name.startsWith('.') ? normalize(join(dirname(from), name)).replaceAll('\\', '/') : name,
  }))
}

/** All source files, including tests. */
export const files = globSync('{src-main,src-renderer,src-shared,resources,e2e}/**/*.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('e2e/stand-in'))

export const imports = files.flatMap((file) => importsIn(file, readFileSync(file, 'utf8')))
