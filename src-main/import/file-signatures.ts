import { ImportError } from './import-error.ts'

/** What files begin with that people take for text, and what to do about each. */
const signatures: { bytes: string; words: string }[] = [
  {
    bytes: '504b0304',
    words: 'a workbook or a zip archive. Save a workbook as CSV (UTF-8); unpack an archive',
  },
  { bytes: 'd0cf11e0', words: 'an old Excel workbook. Open it and save it as CSV (UTF-8)' },
  { bytes: '25504446', words: 'a PDF document. Ask for the data as CSV' },
  { bytes: '53514c69746520666f726d6174', words: 'an SQLite database. Export the table as CSV' },
  { bytes: '50415231', words: 'a Parquet file. Export it as CSV or JSON Lines' },
  { bytes: '28b52ffd', words: 'compressed with zstd. Unpack it, or compress it with gzip' },
  { bytes: '425a68', words: 'compressed with bzip2. Unpack it, or compress it with gzip' },
  { bytes: 'fd377a585a00', words: 'compressed with xz. Unpack it, or compress it with gzip' },
  { bytes: '377abcaf271c', words: 'a 7-Zip archive. Unpack it' },
  { bytes: '89504e47', words: 'a picture. Pictures are named in a file by their addresses' },
  { bytes: 'ffd8ff', words: 'a picture. Pictures are named in a file by their addresses' },
  { bytes: '1f8b', words: 'compressed twice. Unpack it once' },
]

const begins = (head: Uint8Array, hex: string): boolean =>
  Buffer.from(head.subarray(0, hex.length / 2)).toString('hex') === hex

export const isGzip = (head: Uint8Array): boolean => begins(head, '1f8b')

/** @throws ImportError `NOT_A_TEXT_FILE` when the (unpacked) beginning is that of a file of another kind */
export function refuseOtherKinds(head: Uint8Array): void {
  const found = signatures.find(({ bytes }) => begins(head, bytes))
  if (found) throw new ImportError('NOT_A_TEXT_FILE', `This file is ${found.words}, then import that.`)
}
