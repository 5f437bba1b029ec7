/**
 * Writes the generated files: schemas and reference pages from the vocabulary, the types of rows from the
 * migrations, the drawings of the architecture from the code that they show. Run by `npm run generate`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generatedFiles } from './generated-files.ts'

for (const [name, text] of await generatedFiles()) {
  const file = new URL(name, import.meta.url)
  await mkdir(dirname(file.pathname), { recursive: true })
  await writeFile(file, text)
}
