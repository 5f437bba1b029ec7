/** The encoding of a text file, and its text. */
import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import type { TextEncoding } from '../../../src-shared/import/encodings.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { guessEncoding } from './guess-encoding.ts'

/** The encoding of a text, as its bytes tell. */
export interface FoundEncoding {
  encoding: TextEncoding
  /** How it is known: by the bytes, by the words of the text, by nothing yet (all is ASCII), or from a person. */
  certainty: 'sure' | 'guessed' | 'ascii' | 'chosen'
}

/**
 * The encoding of a text by its first bytes: a byte order mark, else the zeros of UTF-16, else UTF-8 where most
 * characters are that, else the encoding in which its words look most like words.
 * @param whole whether `head` is all there is; if not, its last character may be cut
 * @throws PlainError `NOT_A_TEXT_FILE` when the bytes are no text
 */
export function encodingOf(head: Uint8Array, whole: boolean): FoundEncoding {
  const [first, second, third, fourth] = head
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0)
    throw new PlainError<ImportErrorCode>(
      'NOT_A_TEXT_FILE',
      say`This file is text in UTF-32. Save it as UTF-8, then import that.`,
    )
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', certainty: 'sure' }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', certainty: 'sure' }
  const zeros = zerosAtPlaces(head)
  // Text of mostly Latin letters has a zero in every other byte, and none in the others.
  if (zeros.odd > head.length / 8 && zeros.even === 0) return { encoding: 'utf-16le', certainty: 'sure' }
  if (zeros.even > head.length / 8 && zeros.odd === 0) return { encoding: 'utf-16be', certainty: 'sure' }
  // A few zeros are the padding of fixed widths, or what a broken export left.
  if (zeros.even + zeros.odd > head.length / 4 || controls(head) > head.length / 100) throw notText()
  return encodingBeyondAscii(head, whole) ?? { encoding: 'utf-8', certainty: 'ascii' }
}

/**
 * The encoding of bytes that are no UTF-16; undefined where they are ASCII, or end within their first other character.
 * @param whole whether nothing follows
 */
export function encodingBeyondAscii(bytes: Uint8Array, whole: boolean): FoundEncoding | undefined {
  if (isAscii(bytes)) return undefined
  const isUtf8 = isMostlyUtf8(bytes, whole)
  if (isUtf8 === undefined) return undefined
  return isUtf8
    ? { encoding: 'utf-8', certainty: 'sure' }
    : { encoding: guessEncoding(bytes), certainty: 'guessed' }
}

const notText = () =>
  new PlainError<ImportErrorCode>(
    'NOT_A_TEXT_FILE',
    say`This file is not text. Import a CSV, TSV, XLSX, JSON Lines or GDSN file; another workbook can be saved as CSV (UTF-8).`,
  )

function zerosAtPlaces(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++
  return zeros
}

/** Control characters that no text has, zeros aside. */
function controls(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes)
    if ((byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)) count++
  return count
}

interface Decoder {
  /** The text of a further chunk, without a character that its end cuts. */
  decode(chunk: Uint8Array): string
  end(): string
}

/** Decodes a text chunk by chunk, without a byte order mark; a byte that is no character is U+FFFD. */
export function openDecoder(encoding: TextEncoding): Decoder {
  if (!encoding.startsWith('utf-')) {
    const decoder = iconv.getDecoder(encoding)
    return { decode: (chunk) => decoder.write(Buffer.from(chunk)), end: () => decoder.end() ?? '' }
  }
  const decoder = new TextDecoder(encoding)
  return { decode: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() }
}

const ascii = new TextDecoder('latin1')

/** U+FFFD in UTF-8, each byte as a character. */
const writtenReplacement = 'ï¿½'

/**
 * Whether bytes hold as many characters of UTF-8 beyond ASCII as others, or more: a fixed width may have cut the first,
 * and `É®` of Windows-1252 is one by chance. Undefined where more bytes are wanted to tell.
 */
function isMostlyUtf8(bytes: Uint8Array, isEnd: boolean): boolean | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: !isEnd })
  const all = text.match(/[^\0-\x7F]/gu)?.length ?? 0
  const written = ascii.decode(bytes).split(writtenReplacement).length - 1
  const others = text.split('\uFFFD').length - 1 - written
  return all === 0 ? undefined : all - others >= others
}
