import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { type Separator, separators, type TextEncoding } from '../../../src-shared/import/encodings.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { hashOfFile } from '../../platform/files/hash-of-file.ts'
import { openToRead } from '../../platform/files/read-bounded.ts'
import { escapesByBackslash, findDelimiter } from './find-delimiter.ts'
import {
  declaredEncoding,
  encodingBeyondAscii,
  encodingOf,
  type FoundEncoding,
  openDecoder,
} from './text-encoding.ts'

/** A file that can be imported, as detected from its first bytes. */
export interface SourceFile extends FoundEncoding, Packed {
  format: TextFormat | WorkbookFormat | MessageFormat
  /** Sheet of a workbook. */
  sheet?: string
}

/** Text of a file in chunks, with the number of bytes read. */
export interface TextReading extends AsyncIterable<string> {
  bytesRead(): number
}

/** Bytes read to detect the kind of a file. */
const headBytes = 64 * 1024

/** A person's choices for a text. Default: detected. */
interface ChosenText {
  encoding?: TextEncoding
  separator?: Separator
}

/** Reads the first bytes of a file and detects its kind. @throws PlainError if the file cannot be imported */
export async function inspectFile(path: string, chosen: ChosenText = {}): Promise<SourceFile> {
  const { head, bytes } = await readHead(path)
  if (bytes === 0) throw new PlainError<ImportErrorCode>('FILE_EMPTY', say`The file is empty.`)
  const compressed = isGzip(head)
  const unpacked = compressed ? unpackHead(head) : head
  const source = { path, compressed, bytes }
  if (!compressed && isZip(head))
    return { ...source, encoding: 'utf-8', certainty: 'sure', format: { format: 'xlsx' } }
  if (unpacked.length === 0)
    throw new PlainError<ImportErrorCode>('FILE_EMPTY', say`The compressed file is empty.`)
  rejectOtherKinds(unpacked)
  const found = chosen.encoding
    ? { encoding: chosen.encoding, certainty: 'chosen' as const }
    : declared(await findEncoding(source, unpacked), unpacked)
  const text = openDecoder(found.encoding).decode(unpacked)
  return { ...source, ...found, format: formatOf(text, chosen.separator && separators[chosen.separator]) }
}

/** Unpacked bytes searched for a non-ASCII character. */
const maxSearched = 1024 ** 3
/** Bytes examined from that character on. */
const sampleBytes = 256 * 1024

/** The encoding of the head or, if the head is ASCII, of the first non-ASCII bytes in the file. */
async function findEncoding(source: Packed, head: Uint8Array): Promise<FoundEncoding> {
  const found = encodingOf(head, !source.compressed && source.bytes <= headBytes)
  if (found.certainty !== 'ascii') return found
  let sample: Buffer = Buffer.alloc(0)
  let searched = 0
  for await (const chunk of readBytes(source).chunks) {
    searched += chunk.length
    if (sample.length === 0 && isAscii(chunk) && searched < maxSearched) continue
    sample = Buffer.concat([sample, chunk])
    if (sample.length >= sampleBytes || searched >= maxSearched) break
  }
  return encodingBeyondAscii(sample, sample.length < sampleBytes) ?? found
}

/** The encoding of the XML declaration, if the bytes do not determine one. */
function declared(found: FoundEncoding, head: Uint8Array): FoundEncoding {
  const encoding = found.certainty === 'guessed' ? declaredEncoding(head) : undefined
  return encoding === undefined ? found : { encoding, certainty: 'sure' }
}

interface Packed {
  /** File size on disk. */
  bytes: number
  path: string
  compressed: boolean
}

/** The unpacked bytes of a file, and the number of packed bytes read. Throws a `PlainError`. */
function readBytes({ path, compressed }: Packed): {
  chunks: AsyncGenerator<Buffer>
  bytesRead: () => number
} {
  const file = createReadStream(path)
  async function* chunks(): AsyncGenerator<Buffer> {
    const unpacked = compressed ? file.pipe(createGunzip()) : file
    // pipe() does not forward errors.
    file.on('error', (error) => unpacked.destroy(error))
    try {
      yield* unpacked as AsyncIterable<Buffer>
    } catch (error) {
      throw unreadable(error)
    } finally {
      unpacked.destroy()
      file.destroy()
    }
  }
  return { chunks: chunks(), bytesRead: () => file.bytesRead }
}

/** The SHA-256 of a file in hexadecimal digits. @throws PlainError if it cannot be read */
export const hashOfSource = (path: string): Promise<string> =>
  hashOfFile(path).catch((error: unknown) => {
    throw unreadable(error, path)
  })

/** The text of a file, without a byte order mark. Throws a `PlainError`. */
export function readText({ encoding, ...packed }: SourceFile): TextReading {
  const { chunks, bytesRead } = readBytes(packed)
  async function* pieces(): AsyncGenerator<string> {
    const decoder = openDecoder(encoding)
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk)
      if (text) yield text
    }
    const rest = decoder.end()
    if (rest) yield rest
  }
  return { bytesRead, [Symbol.asyncIterator]: pieces }
}

async function readHead(path: string): Promise<{ head: Uint8Array; bytes: number }> {
  let handle: FileHandle | undefined
  try {
    handle = await openToRead(path)
    const stat = await handle.stat()
    if (!stat.isFile()) throw new PlainError<ImportErrorCode>('FILE_UNREADABLE', say`${path} is not a file.`)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return { head: buffer.subarray(0, bytesRead), bytes: stat.size }
  } catch (error) {
    throw unreadable(error, path)
  } finally {
    await handle?.close()
  }
}

function unpackHead(head: Uint8Array): Uint8Array {
  try {
    // The head of a longer file is truncated: Z_SYNC_FLUSH unpacks as much as possible.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, headBytes)
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown, path: string = say`The file`): PlainError {
  if (error instanceof PlainError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    ENOENT: say`${path} does not exist.`,
    EACCES: say`${path} may not be read: check its permissions.`,
    EPERM: say`${path} may not be read: check its permissions.`,
    Z_BUF_ERROR: say`The compressed file is incomplete. Download it again.`,
    Z_DATA_ERROR: say`The compressed file is damaged. Fetch it again.`,
  }
  return new PlainError<ImportErrorCode>(
    'FILE_UNREADABLE',
    reasons[code ?? ''] ?? say`${path} cannot be read: ${message}.`,
  )
}

/** First bytes of files that are often mistaken for text, and what to do about each. */
const signatures: { bytes: string; words: string }[] = [
  {
    bytes: '504b0304',
    words: say`a workbook or a zip archive that was compressed once more. Unpack it`,
  },
  // BIFF 2 to 4, which are not OLE files.
  ...['09000400', '09020600', '09040600'].map((bytes) => ({
    bytes,
    words: say`an old Excel workbook. Open it and save it as XLSX`,
  })),
  {
    bytes: '00000200060406',
    words: say`a Lotus 1-2-3 worksheet. Open it in LibreOffice and save it as XLSX`,
  },
  {
    bytes: '000100005374616e64617264',
    words: say`an Access database. Export the table as CSV or XLSX`,
  },
  { bytes: '7b5c727466', words: say`an RTF document. Put its table into a spreadsheet and save it as XLSX` },
  {
    bytes: '49443b50',
    words: say`a SYLK table. Open it in a spreadsheet and save it as XLSX or as CSV (UTF-8)`,
  },
  { bytes: '25504446', words: say`a PDF document. Ask for the data as CSV` },
  { bytes: '53514c69746520666f726d6174', words: say`an SQLite database. Export the table as CSV` },
  { bytes: '50415231', words: say`a Parquet file. Export it as CSV or JSON Lines` },
  { bytes: '28b52ffd', words: say`compressed with zstd. Unpack it, or compress it with gzip` },
  { bytes: '425a68', words: say`compressed with bzip2. Unpack it, or compress it with gzip` },
  { bytes: 'fd377a585a00', words: say`compressed with xz. Unpack it, or compress it with gzip` },
  { bytes: '377abcaf271c', words: say`a 7-Zip archive. Unpack it` },
  { bytes: '89504e47', words: say`a picture. Pictures are named in a file by their addresses` },
  { bytes: 'ffd8ff', words: say`a picture. Pictures are named in a file by their addresses` },
  { bytes: '1f8b', words: say`compressed twice. Unpack it once` },
]

const startsWithBytes = (head: Uint8Array, hex: string): boolean =>
  Buffer.from(head.subarray(0, hex.length / 2)).toString('hex') === hex

/** Stream names in an OLE file. Old Office documents and all documents with a password are OLE files. */
const streams: { name: string; words: string }[] = [
  {
    name: 'EncryptedPackage',
    words: say`a workbook with a password. Open it, remove the password, and save it as XLSX`,
  },
  { name: 'WordDocument', words: say`a Word document. Put its table into a spreadsheet and save it as XLSX` },
  { name: 'Workbook', words: say`an old Excel workbook (XLS). Open it and save it as XLSX` },
  { name: 'Book', words: say`an old Excel workbook (XLS). Open it and save it as XLSX` },
]
const ofUnknownStreams = say`an old Excel workbook, or one with a password. Open it and save it as XLSX without a password`
function oleKind(head: Uint8Array): string | undefined {
  if (!startsWithBytes(head, 'd0cf11e0')) return undefined
  const names = Buffer.from(head)
  return (
    streams.find(({ name }) => names.includes(Buffer.from(`${name}\0`, 'utf16le')))?.words ?? ofUnknownStreams
  )
}

/** Workbooks are zip archives. */
const isZip = (head: Uint8Array): boolean => startsWithBytes(head, '504b0304')
const isGzip = (head: Uint8Array): boolean => startsWithBytes(head, '1f8b')

/**
 * @throws PlainError `NOT_A_TEXT_FILE` if the (unpacked) first bytes belong to an unsupported kind of file
 */
function rejectOtherKinds(head: Uint8Array): void {
  const words = oleKind(head) ?? signatures.find(({ bytes }) => startsWithBytes(head, bytes))?.words
  if (words !== undefined)
    throw new PlainError<ImportErrorCode>('NOT_A_TEXT_FILE', say`This file is ${words}, then import that.`)
}

/** How a text is split into rows. */
export type TextFormat =
  | { format: 'jsonl'; delimiter?: undefined }
  | { format: 'csv' | 'tsv'; delimiter: string; quoteEscape?: '\\' }
/** A workbook is not a text: its rows are read sheet by sheet. */
type WorkbookFormat = { format: 'xlsx'; delimiter?: undefined }
/** A GDSN message: its rows are trade items. */
type MessageFormat = { format: 'gdsn'; delimiter?: undefined }

/** The root of a Catalogue Item Notification, or a part of one. */
const isGdsn =
  /<(?:[A-Za-z_][\w.-]{0,60}:)?(?:catalogueItemNotification(?:Message)?|catalogueItem|tradeItem)[\s>]/

/** Tables in XML and HTML, which often have the extension `.xls`, and what to do about each. */
const markupKinds: { pattern: RegExp; words: string }[] = [
  {
    pattern: /urn:schemas-microsoft-com:office:spreadsheet/,
    words: say`an XML spreadsheet of Excel 2003. Open it in a spreadsheet and save it as XLSX`,
  },
  {
    pattern: /<office:document[\s>]/,
    words: say`a flat document of LibreOffice. Open it there and save a spreadsheet as XLSX or as CSV (UTF-8)`,
  },
  {
    pattern: /<table[\s>]/i,
    words: say`a table in HTML, whatever it is called. Open it in a spreadsheet and save it as XLSX`,
  },
]

/**
 * The format of a text, detected from its first characters.
 * @param chosen separator of the cells in a table. Default: detected
 * @throws PlainError if the format cannot be imported
 */
export function formatOf(head: string, chosen?: string): TextFormat | MessageFormat {
  const text = head.trimStart()
  if (text === '') throw new PlainError<ImportErrorCode>('FILE_EMPTY', say`The file is empty.`)
  if (/^\{\s*"(?:url|doc_id)"\s*:\s*"[^"]*"\s*,\s*"(?:doc_id|url|email)"/.test(text))
    throw new PlainError<ImportErrorCode>(
      'FORMAT_UNKNOWN',
      say`The file is a link to a Google spreadsheet. Open that, download it as XLSX or CSV, then import that.`,
    )
  if (text.startsWith('{')) return { format: 'jsonl' }
  if (/^\[\s*[[{\]]/.test(text)) {
    throw new PlainError<ImportErrorCode>(
      'FORMAT_UNKNOWN',
      say`The file is one JSON list. Save it as JSON Lines (one object on each line) or as CSV, then import that.`,
    )
  }
  if (/^<[?!a-zA-Z]/.test(text)) {
    if (isGdsn.test(text)) return { format: 'gdsn' }
    const kind = markupKinds.find(({ pattern }) => pattern.test(text))
    if (kind)
      throw new PlainError<ImportErrorCode>(
        'FORMAT_UNKNOWN',
        say`This file is ${kind.words}, then import that.`,
      )
    throw new PlainError<ImportErrorCode>(
      'FORMAT_UNKNOWN',
      say`The file is XML or HTML, and no GDSN message. Feeds in XML are sent with "submit"; tables are imported as CSV, TSV or JSON Lines.`,
    )
  }
  const delimiter = chosen ?? findDelimiter(text)
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    delimiter,
    ...(escapesByBackslash(text) && { quoteEscape: '\\' as const }),
  }
}
