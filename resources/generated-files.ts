/** Every derived file: its name below `resources`, and its text. */
import { rowTypes } from '../src-main/storage/row-types.ts'
import { apiReference } from '../src-shared/api/reference.ts'
import { documents } from '../src-shared/vocabulary/documents.ts'
import { limitsReference } from '../src-shared/vocabulary/kit/limits.ts'
import { reference } from '../src-shared/vocabulary/kit/reference.ts'
import { xsd } from '../src-shared/vocabulary/kit/xsd.ts'
import { rulesReference } from '../src-shared/vocabulary/rules/rules-reference.ts'
import { schemaFiles } from '../src-shared/vocabulary/schemas.ts'

const pageName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export function generatedFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, documents: described } of schemaFiles) files.set(`schemas/${file}`, xsd(described))
  const pages = Object.entries(documents).map(([name, document]) => ({
    file: `${pageName(name)}.md`,
    document,
  }))
  for (const { file, document } of pages) files.set(`reference/${file}`, reference(document))
  files.set('reference/feed-rules.md', rulesReference())
  files.set(
    'reference/local-api.md',
    apiReference((document) => `${pageName(document)}.md`),
  )
  files.set('reference/limits.md', limitsReference())
  files.set('../src-main/storage/rows.ts', rowTypes())
  const lines = pages.map(({ file, document }) => `- [${document.label}](${file}): ${document.help}`)
  const index = [
    '# The vocabulary',
    '',
    'Every document of the service, derived from its description in `src-shared/vocabulary`.',
    '',
    ...lines,
    '- [Rules of feeds](feed-rules.md): what an item must fulfil beyond its schema.',
    '- [Limits of documents](limits.md): how much of a document is read.',
    '- [The local API](local-api.md): its calls, parameters and errors.',
    '',
  ]
  files.set('reference/vocabulary.md', index.join('\n'))
  return files
}
