/** The encodings of text files that can be read, the most common first, with their WHATWG or IANA names. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'ibm850',
  'ibm852',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type TextEncoding = (typeof textEncodings)[number]

/** Display names of the encodings. */
export const encodingLabels: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'windows-874': 'Windows-874',
  'iso-8859-2': 'ISO 8859-2',
  'iso-8859-15': 'ISO 8859-15',
  'koi8-r': 'KOI8-R',
  ibm850: 'DOS 850',
  ibm852: 'DOS 852',
  ibm866: 'DOS 866',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
}

/** The cell separators of a table, by the names that a person chooses from. */
export const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const
export type Separator = keyof typeof separators
export const separatorNames = Object.keys(separators) as [Separator, ...Separator[]]

/** The name of a separator character; undefined for other characters. */
export const separatorOf = (delimiter: string): Separator | undefined =>
  separatorNames.find((name) => separators[name] === delimiter)
