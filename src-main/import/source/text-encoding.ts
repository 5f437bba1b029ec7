/** Detects the encoding of a text file, and decodes it. */
import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import { type TextEncoding, textEncodings } from '../../../src-shared/import/encodings.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { guessEncoding } from './guess-encoding.ts'

/** The encoding of a text, as detected from its bytes. */
export interface FoundEncoding {
  encoding: TextEncoding
  /**
   * How it was detected: by the bytes, by the words of the text, not yet (all ASCII), or chosen by a person.
   */
  certainty: 'sure' | 'guessed' | 'ascii' | 'chosen'
}

/**
 * Detects the encoding of a text by its first bytes: a byte order mark, then the zeros of UTF-16, then UTF-8
 * if most characters are valid, then the encoding in which its words look most like words.
 * @param whole whether `head` is the entire text; if not, its last character may be truncated
 * @throws PlainError `NOT_A_TEXT_FILE` if the bytes are not text
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
  // In UTF-16, a Latin letter has a zero in one of its two bytes, always in the same one.
  if (zeros.odd > head.length / 8 && zeros.even <= zeros.odd * maxStray)
    return { encoding: 'utf-16le', certainty: 'sure' }
  if (zeros.even > head.length / 8 && zeros.odd <= zeros.even * maxStray)
    return { encoding: 'utf-16be', certainty: 'sure' }
  const found = encodingBeyondAscii(head, whole) ?? { encoding: 'utf-8', certainty: 'ascii' }
  if (!isText(head, zeros.even + zeros.odd, found.certainty === 'guessed')) throw notText()
  return found
}

/** Share of NUL characters in a text in UTF-16. */
const maxStray = 0.05

/**
 * Whether bytes are text. A few control characters are caused by a broken export, and many zeros by padding of
 * fixed widths. Bytes that are neither ASCII nor UTF-8 must have fewer, because binary data looks like them.
 */
function isText(head: Uint8Array, zeros: number, isGuessed: boolean): boolean {
  const [found, others] = [controls(head), head.length - zeros]
  if (isGuessed) return zeros <= head.length / 4 && found <= Math.max(maxFewControls, head.length / 100)
  return others > 0 && found <= others / 5
}

/** Control characters that a short text may have, whatever its length. */
const maxFewControls = 3

/**
 * The encoding of bytes that are not UTF-16; undefined if they are ASCII, or end within their first non-ASCII
 * character.
 * @param whole whether these are all bytes
 */
export function encodingBeyondAscii(bytes: Uint8Array, whole: boolean): FoundEncoding | undefined {
  if (isAscii(bytes)) return undefined
  const valid = validUtf8(bytes, whole)
  if (valid === undefined) return undefined
  if (valid > minSureUtf8) return { encoding: 'utf-8', certainty: 'sure' }
  return { encoding: valid > 0.5 ? 'utf-8' : guessEncoding(bytes), certainty: 'guessed' }
}

/** Names of encodings in XML declarations that have another name here. */
const otherNames: Record<string, TextEncoding> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'shift-jis': 'shift_jis',
}

/** The encoding that an XML declaration names, if it is supported. */
export function declaredEncoding(head: Uint8Array): TextEncoding | undefined {
  const start = ascii.decode(head.subarray(0, 200)).trimStart()
  const [declaration = ''] = /^<\?xml [^<>]{0,150}>/.exec(start) ?? []
  const [, name = ''] = / encoding ?= ?["']([\w.-]{1,40})["']/.exec(declaration) ?? []
  const lower = name.toLowerCase()
  return (
    otherNames[lower] ?? textEncodings.find((encoding) => encoding === lower && !lower.startsWith('utf-'))
  )
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

/** Number of control characters that no text has, except zeros. */
function controls(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes)
    if ((byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)) count++
  return count
}

interface Decoder {
  /** The text of the next chunk, without a character truncated at its end. */
  decode(chunk: Uint8Array): string
  end(): string
}

/** Decodes a text chunk by chunk, without a byte order mark. An invalid byte is decoded as U+FFFD. */
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

/** Share of valid characters above which a text is certainly UTF-8 with a few broken characters. */
const minSureUtf8 = 0.8

/** The UTF-8 of Java and Oracle, each byte as a character: a NUL character, or a pair of surrogates. */
const modifiedUtf8 = /\xC0\x80|\xED[\xA0-\xAF][\x80-\xBF]\xED[\xB0-\xBF][\x80-\xBF]/g

/**
 * The share of the non-ASCII characters that are valid UTF-8. A fixed width may have truncated some, and `É®`
 * in Windows-1252 is valid UTF-8 by chance. Undefined if more bytes are needed.
 */
function validUtf8(bytes: Uint8Array, isEnd: boolean): number | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: !isEnd })
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const written = latin.split(writtenReplacement).length - 1
  const marks = text.split('\uFFFD').length - 1 - written
  // Each is one broken character.
  const modified = latin.match(modifiedUtf8) ?? []
  const repeated = modified.join('').length - modified.length
  const all = (text.match(/[^\0-\x7F]/gu)?.length ?? 0) - repeated
  const others = marks - repeated - modified.length
  return all === 0 ? undefined : (all - others) / all
}
