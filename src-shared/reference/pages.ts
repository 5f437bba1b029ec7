import { apiReference } from '../api/reference.ts'
import { catalogReference } from '../catalog/catalog-reference.ts'
import { rulesReference } from '../feeds/kinds/rules-reference.ts'
import { fileLimitsReference } from '../file-limits.ts'
import { say } from '../texts/say.ts'
import { documents } from '../vocabulary/documents.ts'
import { limitsReference } from '../vocabulary/kit/limits.ts'
import { documentReference } from '../vocabulary/kit/reference.ts'
import { fileOfDocument } from './contents.ts'
import { list, type Page, paragraph } from './page.ts'

const ofDocuments = Object.entries(documents).map(([name, document]): [string, Page] => [
  fileOfDocument(name),
  documentReference(document),
])

const vocabulary: Page = {
  title: say`The vocabulary`,
  blocks: [
    paragraph('Every document of the service, derived from its description in `src-shared/vocabulary`.'),
    list([
      ...Object.entries(documents).map(([name, { label, help }]) => [
        { text: label, href: fileOfDocument(name) },
        `: ${help}`,
      ]),
      [
        { text: 'Rules of feeds', href: 'feed-rules.md' },
        ': requirements on items in addition to the schema.',
      ],
      [{ text: 'Limits of documents', href: 'limits.md' }, ': the maximum size of documents.'],
      [{ text: 'Limits of files', href: 'file-limits.md' }, ': the maximum size of files that are opened.'],
      [{ text: 'The local API', href: 'local-api.md' }, ': its calls, parameters and errors.'],
    ]),
  ],
}

/** All generated pages, by file in `resources/reference`. */
export const referencePages: ReadonlyMap<string, Page> = new Map([
  ['catalog.md', catalogReference()],
  ['local-api.md', apiReference(fileOfDocument)],
  ['feed-rules.md', rulesReference()],
  ['vocabulary.md', vocabulary],
  ...[
    ...ofDocuments,
    ['limits.md', limitsReference()] as [string, Page],
    ['file-limits.md', fileLimitsReference()] as [string, Page],
  ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
])
