import { ImportError } from './import-error.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The encoding of a text by its first bytes: a byte order mark, else the zeros of UTF-16, else UTF-8 where the bytes
 * are that, else Windows-1252, which spreadsheets write on many computers.
 * @param whole whether `head` is all there is; if not, its last character may be cut
 * @throws ImportError `NOT_A_TEXT_FILE` when the bytes are no text
 */
export function encodingOf(head: Uint8Array, whole: boolean): TextEncoding {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = zerosAtPlaces(head)
  if (zeros.even + zeros.odd > 0) {
    // Text of mostly Latin letters has a zero in every other byte, and none in the others.
    if (zeros.odd > head.length / 8 && zeros.even === 0) return 'utf-16le'
    if (zeros.even > head.length / 8 && zeros.odd === 0) return 'utf-16be'
    throw notText()
  }
  if (controls(head) > head.length / 100) throw notText()
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const notText = () =>
  new ImportError(
    'NOT_A_TEXT_FILE',
    'This file is not text. Import a CSV, TSV or JSON Lines file; a workbook can be saved as CSV (UTF-8).',
  )

function zerosAtPlaces(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++
  return zeros
}

/** Control characters that no text has. */
function controls(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)) count++
  return count
}
