import { errorStatuses } from '../../../src-shared/api/endpoint.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import type { ApiError } from './api-error.ts'

/** The body of every answer that is not 200: a problem of RFC 9457 in XML, with one `invalid-param` for each fault. */
export function problemDocument({ status, message, invalidParams }: ApiError, instance: string): Uint8Array {
  const value = {
    type: 'about:blank',
    title: errorStatuses[status].title,
    status: String(status),
    detail: message,
    instance,
    'invalid-param': invalidParams.map(({ name, reason }) => ({ name, reason })),
  }
  return new TextEncoder().encode(writeDocument(documents.problem, value))
}
