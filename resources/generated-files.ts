/** Every derived file: its name below `resources`, and its text. */
import { rowTypes } from '../src-main/storage/row-types.ts'
import { markdownOf } from '../src-shared/reference/page.ts'
import { referencePages } from '../src-shared/reference/pages.ts'
import { xsd } from '../src-shared/vocabulary/kit/xsd.ts'
import { schemaFiles } from '../src-shared/vocabulary/schemas.ts'

export function generatedFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, documents: described } of schemaFiles) files.set(`schemas/${file}`, xsd(described))
  for (const [file, page] of referencePages) files.set(`reference/${file}`, markdownOf(page))
  files.set('../src-main/storage/rows.ts', rowTypes())
  return files
}
