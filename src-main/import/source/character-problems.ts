import { say } from '../../../src-shared/texts/say.ts'
import type { SourceRow } from './source-row.ts'

interface Seen {
  /** Number of rows that have it. */
  rows: number
  /** Line of the first one. */
  first: number
}

/** Removes NUL characters from rows; counts the rows with NUL characters and with lost characters. */
export function openCharacterProblems() {
  const seen = new Map<string, Seen>()
  const note = (character: string, { line }: SourceRow): void => {
    const known = seen.get(character)
    if (known) known.rows++
    else seen.set(character, { rows: 1, first: line })
  }
  const linesOf = ({ rows, first }: Seen): string =>
    rows === 1 ? say`line ${first}` : say`${rows} rows, the first in line ${first}`
  return {
    clean(row: SourceRow): SourceRow {
      if (row.text.includes('\uFFFD')) note('\uFFFD', row)
      if (suspicious.test(row.text)) {
        if (decodedTwice.test(row.text)) note('Ã', row)
        if (/[\x80-\x84\x86-\x9F]/.test(row.text)) note('\x80', row)
      }
      if (!row.text.includes('\0')) return row
      note('\0', row)
      const { text, cells } = row
      return { ...row, text: withoutNul(text), ...(cells && { cells: cells.map(withoutNul) }) }
    },
    /** Notes for a person on the rows so far. */
    notes(): string[] {
      const nul = seen.get('\0')
      const lost = seen.get('\uFFFD')
      const twice = seen.get('Ã')
      const control = seen.get('\x80')
      return [
        ...(control
          ? [
              say`Some texts have invisible control characters (U+0080 to U+009F), as after a wrong decoding of quotation marks and dashes: ${linesOf(control)}. They are imported unchanged; export the file again as UTF-8, or correct the texts.`,
            ]
          : []),
        ...(nul ? [say`NUL characters were removed: ${linesOf(nul)}.`] : []),
        ...(lost
          ? [
              say`Some characters cannot be decoded and are replaced by U+FFFD (\uFFFD): ${linesOf(lost)}. Choose another encoding, or correct the rows.`,
            ]
          : []),
        ...(twice
          ? [
              say`Some texts look like UTF-8 that was opened with a wrong encoding (Ã¤ instead of ä): ${linesOf(twice)}. They are imported unchanged; export the file again as UTF-8, or correct the texts.`,
            ]
          : []),
      ]
    },
  }
}

/**
 * UTF-8 decoded as Windows-1252 and encoded as UTF-8 again: the first byte of a Latin letter or of
 * punctuation, and a continuation byte.
 */
const decodedTwice =
  /[ÃÂÅÄ][\u0080-\u009F\u00A1-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“•–—˜™š›œžŸ]\p{Ll}|(?<=\p{Ll})Ã[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“•–—˜™š›œžŸ]|â€[\u0080-\u00BF™œ“”˜¦¢]|Ã[¤¼¶Ÿ©¨ª«¡³º±§]|Â[°®©½¼¾£§]/u
/** Either of both, so that a text is searched once. */
const suspicious =
  /[\x80-\x84\x86-\x9F]|[ÃÂÅÄ][\u0080-\u009F\u00A1-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“•–—˜™š›œžŸ]\p{Ll}|(?<=\p{Ll})Ã[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“•–—˜™š›œžŸ]|â€[\u0080-\u00BF™œ“”˜¦¢]|Ã[¤¼¶Ÿ©¨ª«¡³º±§]|Â[°®©½¼¾£§]/u

const withoutNul = (text: string): string => text.replaceAll('\0', '')
