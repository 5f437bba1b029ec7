export type LocalApiErrorCode =
  | 'PORT_TAKEN'
  | 'PORT_FORBIDDEN'
  | 'NOT_RUNNING'
  | 'USER_EXISTS'
  | 'USER_UNKNOWN'
  | 'USER_IS_DEFAULT'
  | 'NOT_LOGGED'
  | 'CALL_FAILED'
  | 'DOCUMENT_UNKNOWN'

/** What the local API's screen asked for cannot be done; the message says what to do. */
export class LocalApiError extends Error {
  readonly code: LocalApiErrorCode
  constructor(code: LocalApiErrorCode, message: string) {
    super(message)
    this.name = 'LocalApiError'
    this.code = code
  }
}
