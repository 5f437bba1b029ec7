import type { ErrorStatus } from '../../../src-shared/api/endpoint.ts'
import type { InvalidParam } from '../../../src-shared/api/read-parameters.ts'

/** A call that ends with another status than 200. Handlers throw it; the server writes the problem document. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly invalidParams: InvalidParam[]
  readonly headers: Record<string, string>
  /** For the request log, where it may say more than the caller is told. */
  readonly logged: string

  /** @param detail one or two sentences: what is wrong and what to do */
  constructor(
    status: ErrorStatus,
    detail: string,
    {
      invalidParams = [],
      headers = {},
      logged = detail,
    }: { invalidParams?: InvalidParam[]; headers?: Record<string, string>; logged?: string } = {},
  ) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.invalidParams = invalidParams
    this.headers = headers
    this.logged = logged
  }
}

export const notFound = (what: string) => new ApiError(404, what)

/** The client closed the connection, or was closed out, before its request was whole: there is nobody to answer. */
export class ClientGone extends ApiError {
  constructor() {
    super(400, 'The client went away before it had sent everything.')
    this.name = 'ClientGone'
  }
}
