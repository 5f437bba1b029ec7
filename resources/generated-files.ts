/** All generated files: name below `resources`, and text. */
import { readFileSync } from 'node:fs'
import { rowTypes, schemaHashes } from '../src-main/storage/schema/row-types.ts'
import { formatsInMarkdown } from '../src-shared/export/formats.ts'
import { markdownOf } from '../src-shared/reference/page.ts'
import { referencePages } from '../src-shared/reference/pages.ts'
import { xsd } from '../src-shared/vocabulary/kit/xsd.ts'
import { schemaFiles } from '../src-shared/vocabulary/schemas.ts'
import { carriedFieldsInMarkdown } from './drawings/carried-fields.ts'
import { foldersInMarkdown } from './drawings/folders.ts'
import { drawLifeOfAFeed } from './drawings/life-of-a-feed.ts'
import { drawStorageThreads } from './drawings/storage-threads.ts'

export async function generatedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const { file, documents: described } of schemaFiles) files.set(`schemas/${file}`, xsd(described))
  for (const [file, page] of referencePages) files.set(`reference/${file}`, markdownOf(page))
  files.set('../src-main/storage/schema/rows.ts', rowTypes())
  files.set('../src-main/storage/schema/schema-objects.ts', schemaHashes())
  files.set('reference/pictures/life-of-a-feed.svg', await drawLifeOfAFeed())
  files.set('reference/pictures/storage-threads.svg', await drawStorageThreads())
  for (const [file, parts] of Object.entries(partsOfPages)) files.set(file, withParts(file, parts))
  return files
}

/** The generated parts of handwritten pages, by the comment that starts each. */
const partsOfPages: Record<string, Record<string, string>> = {
  'reference/import-and-export.md': {
    'kinds of export files: made of src-shared/export/formats.ts': formatsInMarkdown(),
  },
  'reference/architecture.md': {
    'folders: made of resources/drawings/folders.ts': foldersInMarkdown(),
    'carried fields: made of src-shared/vocabulary/record-and-feed.ts': carriedFieldsInMarkdown(),
  },
}
const end = '<!-- end -->'

/** Regenerates the parts of a page. @throws when the page lacks a comment around a part */
function withParts(file: string, parts: Record<string, string>): string {
  let text = readFileSync(new URL(file, import.meta.url), 'utf8')
  for (const [comment, part] of Object.entries(parts)) {
    const begin = `<!-- ${comment} -->`
    const start = text.indexOf(begin)
    const stop = text.indexOf(end, start)
    if (start < 0 || stop < 0) throw new Error(`${file} lacks ${begin} or the ${end} after it`)
    text = `${text.slice(0, start)}${begin}\n${part}\n${text.slice(stop)}`
  }
  return text
}
