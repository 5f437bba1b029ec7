export type ImportErrorCode =
  | 'FILE_UNREADABLE'
  | 'FILE_EMPTY'
  | 'NOT_A_TEXT_FILE'
  | 'FORMAT_UNKNOWN'
  | 'NO_GTIN_COLUMN'
  | 'MAPPING_INVALID'
  | 'NOT_A_SANDBOX'
  | 'NUMBERS_UNCLEAR'
  | 'NAME_CHOICE_UNKNOWN'
  | 'IMPORT_RUNNING'
  | 'IMPORT_NOT_FOUND'

/** An import that cannot be done; the message says why and what to do. */
export class ImportError extends Error {
  readonly code: ImportErrorCode
  constructor(code: ImportErrorCode, message: string) {
    super(message)
    this.name = 'ImportError'
    this.code = code
  }
}
