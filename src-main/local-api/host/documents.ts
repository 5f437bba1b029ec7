import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalApiErrorCode, ServiceDocument } from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { schemaFiles } from '../../../src-shared/vocabulary/schemas.ts'

/**
 * The schemas of the service, generated at build time.
 * @param resources the folder with `schemas`
 */
export function createLocalApiDocuments(resources: string) {
  return {
    schemas: async (): Promise<ServiceDocument[]> =>
      schemaFiles.map(({ file, documents }) => ({
        file,
        title: documents.map(({ label }) => label).join(', '),
      })),
    /** @throws PlainError `DOCUMENT_UNKNOWN` */
    async schema({ file }: { file: string }): Promise<{ file: string; text: string }> {
      // A name must be found in the folder before it is used in a path, so that no other file can be read.
      if (!(await readdir(join(resources, 'schemas'))).includes(file))
        throw new PlainError<LocalApiErrorCode>('DOCUMENT_UNKNOWN', say`There is no document ${file}.`)
      return { file, text: await readFile(join(resources, 'schemas', file), 'utf8') }
    },
  }
}
