/** Empty rows of a text are counted. Long runs of line ends are found without parsing each line. */
import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** Counts rows without a value. @throws PlainError if there are more than a real file has */
export function openBlankRows() {
  let count = 0
  return (): void => {
    if (++count > rowLimits.blankRows)
      throw new PlainError<ImportErrorCode>(
        'FORMAT_UNKNOWN',
        say`More than ${rowLimits.blankRows} rows of the file are empty. Delete the empty rows, then import it.`,
      )
  }
}

export const newline = 0x0a
const carriageReturn = 0x0d

/** Number of line ends, each `\r\n`, `\n` or `\r`. */
export function lineEndsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline || (code === carriageReturn && text.charCodeAt(at + 1) !== newline)) count++
  }
  return count
}

/**
 * Line ends passed to the parser at both ends of a run: more than its lookahead, and never half a line end.
 */
const keptEnds = 64

/**
 * Long runs of line ends in a text, without their first and last line ends. The parser takes a microsecond
 * per line.
 */
export function runsOfLineEnds(text: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  const isLineEnd = (at: number): boolean => {
    const code = text.charCodeAt(at)
    return code === newline || code === carriageReturn
  }
  const outside = (at: number): number =>
    text.charCodeAt(at) === newline && text.charCodeAt(at - 1) === carriageReturn ? at + 1 : at
  // Every long run has a line end at one of these offsets.
  for (let probe = 4 * keptEnds - 1; probe < text.length; probe += 4 * keptEnds) {
    if (!isLineEnd(probe)) continue
    let [begin, end] = [probe, probe]
    while (begin > 0 && isLineEnd(begin - 1)) begin--
    while (end < text.length && isLineEnd(end)) end++
    if (end - begin > 3 * keptEnds)
      runs.push({ start: outside(begin + keptEnds), end: outside(end - keptEnds) })
    probe += Math.floor((end - probe) / (4 * keptEnds)) * 4 * keptEnds
  }
  return runs
}
