import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** The error of a row beyond the limit of characters, which begins on the line. */
export const tooLong = (line: number) =>
  new PlainError<ImportErrorCode>(
    'FORMAT_UNKNOWN',
    say`Line ${line} is longer than ${rowLimits.characters} characters: its line ends are missing.`,
  )
