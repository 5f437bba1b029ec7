/**
 * Writes what is derived: from the vocabulary `resources/schemas` and `resources/reference`, from the migrations the types
 * of rows. Run by `npm run generate`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generatedFiles } from './generated-files.ts'

for (const [name, text] of generatedFiles()) {
  const file = new URL(name, import.meta.url)
  await mkdir(dirname(file.pathname), { recursive: true })
  await writeFile(file, text)
}
