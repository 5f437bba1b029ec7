export type ExportErrorCode = 'NOTHING_TO_EXPORT' | 'EXPORT_NOT_FOUND' | 'CATALOG_CHANGED' | 'FILE_EXISTS'

/** An export that cannot be made; the message says why and what to do. */
export class ExportError extends Error {
  readonly code: ExportErrorCode
  constructor(code: ExportErrorCode, message: string) {
    super(message)
    this.name = 'ExportError'
    this.code = code
  }
}
