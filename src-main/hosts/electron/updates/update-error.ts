import type { UpdateFailure } from '../../../../src-shared/update-state.ts'

/** A refused or failed update. */
export class UpdateError extends Error {
  readonly failure: UpdateFailure
  constructor(failure: UpdateFailure, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.failure = failure
  }
}

/** The failures by the error codes of electron-updater, Node and the system. */
const failures: Record<string, UpdateFailure> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'missing',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'unreadable',
  ERR_UPDATER_INVALID_VERSION: 'unreadable',
  ERR_UPDATER_NO_FILES_PROVIDED: 'unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'unreadable',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'unreadable',
  ERR_UPDATER_INVALID_SIGNATURE: 'unsigned',
  ERR_CHECKSUM_MISMATCH: 'broken',
  ENOSPC: 'disk-full',
}

/** Maximum length of the detail: messages of electron-updater may contain the answer of the server. */
const maxDetail = 300

/** @param otherwise the failure that an unknown error means at this step */
export function failureOf(error: unknown, otherwise: UpdateFailure): { code: UpdateFailure; detail: string } {
  const { code = '', message } = error as NodeJS.ErrnoException
  const failure = error instanceof UpdateError ? error.failure : (failures[code] ?? otherwise)
  const [firstLine = ''] = message.split('\n', 1)
  return { code: failure, detail: firstLine.slice(0, maxDetail) }
}
