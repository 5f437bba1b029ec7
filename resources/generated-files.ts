/** Every derived file: its name below `resources`, and its text. */
import { readFileSync } from 'node:fs'
import { rowTypes, schemaHashes } from '../src-main/storage/row-types.ts'
import { formatsInMarkdown } from '../src-shared/export/formats.ts'
import { markdownOf } from '../src-shared/reference/page.ts'
import { referencePages } from '../src-shared/reference/pages.ts'
import { xsd } from '../src-shared/vocabulary/kit/xsd.ts'
import { schemaFiles } from '../src-shared/vocabulary/schemas.ts'

export function generatedFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, documents: described } of schemaFiles) files.set(`schemas/${file}`, xsd(described))
  for (const [file, page] of referencePages) files.set(`reference/${file}`, markdownOf(page))
  files.set('../src-main/storage/rows.ts', rowTypes())
  files.set('../src-main/storage/schema-objects.ts', schemaHashes())
  files.set(pageWithFormats, withFormats())
  return files
}

const [begin, end] = ['<!-- kinds of export files: made of src-shared/export/formats.ts -->', '<!-- end -->']
const pageWithFormats = 'reference/import-and-export.md'

/** The page about import and export with its table of export files generated again. */
function withFormats(): string {
  const text = readFileSync(new URL(pageWithFormats, import.meta.url), 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const after = rest.slice(rest.indexOf(end))
  return `${before}${begin}\n${formatsInMarkdown()}\n${after}`
}
