import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalApiErrorCode, ServiceDocument } from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { schemaFiles } from '../../../src-shared/vocabulary/schemas.ts'

/** The schemas and the reference of the service, as they were generated with the program. */
export interface LocalApiDocuments {
  schemas(): Promise<ServiceDocument[]>
  referencePages(): Promise<ServiceDocument[]>
  /** @throws PlainError `DOCUMENT_UNKNOWN` */
  schema(file: string): Promise<{ file: string; text: string }>
  /** @throws PlainError `DOCUMENT_UNKNOWN` */
  referencePage(file: string): Promise<{ file: string; text: string }>
}

/** The pages a reader starts with. */
const firstPages = ['local-api.md', 'feed-rules.md', 'vocabulary.md']
/** Pages beside them for those who change this program: not derived, and not on the screen. */
const forDevelopers = ['architecture.md', 'decisions.md', 'specification.md']

/** @param resources the folder with `schemas` and `reference` */
export function createLocalApiDocuments(resources: string): LocalApiDocuments {
  const read = async (folder: string, file: string): Promise<{ file: string; text: string }> => {
    // Only what is there can be asked for: a name is never made a path before it was found in the folder.
    if (!(await readdir(join(resources, folder))).includes(file))
      throw new PlainError<LocalApiErrorCode>('DOCUMENT_UNKNOWN', `There is no document ${file}.`)
    return { file, text: await readFile(join(resources, folder, file), 'utf8') }
  }
  const title = (text: string): string => /^# (?<title>.+)$/m.exec(text)?.groups?.['title'] ?? ''
  return {
    schemas: async () =>
      schemaFiles.map(({ file, documents }) => ({
        file,
        title: documents.map(({ label }) => label).join(', '),
      })),
    async referencePages() {
      const files = (await readdir(join(resources, 'reference'))).filter(
        (file) => file.endsWith('.md') && !forDevelopers.includes(file),
      )
      const rank = (file: string) =>
        firstPages.includes(file) ? firstPages.indexOf(file) : firstPages.length
      const sorted = files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
      return Promise.all(
        sorted.map(async (file) => ({ file, title: title((await read('reference', file)).text) || file })),
      )
    },
    schema: (file) => read('schemas', file),
    referencePage: (file) => read('reference', file),
  }
}
