/** In which encoding a text file is written, and its text. */
import { isAscii } from 'node:buffer'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The encoding of a text by its first bytes: a byte order mark, else the zeros of UTF-16, else UTF-8 where the bytes
 * are that, else Windows-1252, which spreadsheets write on many computers.
 * @param whole whether `head` is all there is; if not, its last character may be cut
 * @throws PlainError `NOT_A_TEXT_FILE` when the bytes are no text
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
  new PlainError<ImportErrorCode>(
    'NOT_A_TEXT_FILE',
    say`This file is not text. Import a CSV, TSV, XLSX, JSON Lines or GDSN file; another workbook can be saved as CSV (UTF-8).`,
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

interface Decoder {
  /** The text of a further chunk, without a character that its end cuts. */
  decode(chunk: Uint8Array): string
  end(): string
}

/** Decodes a text chunk by chunk, without a byte order mark. */
export function openDecoder(encoding: TextEncoding): Decoder {
  if (encoding === 'utf-8') return openUnsureDecoder()
  const decoder = new TextDecoder(encoding)
  return { decode: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() }
}

/**
 * UTF-8 or Windows-1252, by the first chunk that is no ASCII: a head of ASCII alone does not tell them apart. In UTF-8,
 * bytes that are none of it become U+FFFD.
 */
function openUnsureDecoder(): Decoder {
  let sure: InstanceType<typeof TextDecoder> | undefined
  /** Of a character that the end of a chunk cut. */
  let held: Uint8Array = new Uint8Array()
  const decode = (chunk: Uint8Array, isEnd: boolean): string => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    held = new Uint8Array()
    if (!sure && !isAscii(bytes)) {
      const at = bytes.findIndex((byte) => byte > 0x7f)
      const isUtf8 = isMostlyUtf8(bytes.subarray(at, at + lookedAt), isEnd)
      if (isUtf8 === undefined) {
        held = bytes.subarray(at)
        return ascii.decode(bytes.subarray(0, at))
      }
      sure = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252')
    }
    return sure ? sure.decode(bytes, { stream: !isEnd }) : ascii.decode(bytes)
  }
  return { decode: (chunk) => decode(chunk, false), end: () => decode(new Uint8Array(), true) }
}

const ascii = new TextDecoder('latin1')

/** Of a chunk, what is looked at to tell its encoding. */
const lookedAt = 65_536
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
