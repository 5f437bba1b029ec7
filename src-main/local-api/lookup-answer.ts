import { largestInteger } from '../../src-shared/api/endpoint.ts'
import type { LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader } from '../catalog/catalog-reader.ts'
import { notFound } from './api-error.ts'
import type { Answer, ApiContext, Call } from './handler.ts'

/** Specification, endpoints 1 to 4: the list, a page of it, or the one entry the path names. */
export async function answerLookup(
  kind: LookupKind,
  { identifier, values }: Pick<Call<LookupKind>, 'identifier' | 'values'>,
  { storage, namespaceBase }: ApiContext,
): Promise<Answer> {
  const { idx = 0, limit } = values
  const found = await storage.reader(catalogReader).lookup(kind, {
    ...(identifier === undefined ? {} : { id: identifier }),
    idx,
    ...(limit === undefined ? {} : { limit }),
  })
  if (identifier !== undefined && found.total === 0) throw notFound(`There is no ${kind} ${identifier}.`)
  const envelope = {
    numberOfResults: String(found.total),
    resultsPerPage: String(limit ?? largestInteger),
    startIndex: String(idx),
  }
  const document = documents[`${kind}s`]
  const value = { ...envelope, [kind]: found.entries }
  return { body: new TextEncoder().encode(writeDocument(document, value as never, { namespaceBase })) }
}
