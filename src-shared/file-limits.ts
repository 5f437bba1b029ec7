/**
 * The limits of files that a person opens, in one table for every reader and for the reference. Within them, reading takes
 * time in proportion to the bytes and memory in proportion to one row; beyond them it ends with a sentence that names the
 * limit. They are far above real files. Those of XML documents are in `vocabulary/kit/limits.ts`.
 */
import { type Page, paragraph, table } from './reference/page.ts'
import { say } from './texts/say.ts'

const MB = 1024 ** 2

/** Files of rows, whatever their format. */
export const rowLimits = {
  /** Characters of one row; more are a quotation mark that is never closed, or line ends that are missing. */
  characters: 4_000_000,
  /** Cells of one row, and values of one JSON object: as many as a sheet of Excel has columns. */
  cells: 16_384,
  /** Values that the cells of a row give one field: items with more are slow on every screen. */
  values: 1000,
  /** Rows of a text without a value; a sheet of Excel has half as many rows. Bare line ends are not counted. */
  blankRows: 2_000_000,
  /** Objects and lists of JSON inside each other, and elements of a trade item. */
  depth: 64,
  /** Columns that are looked at before the import; JSON rows need not all have the same. */
  columnsLookedAt: 16_384,
  /** Characters of rows that are in memory together; a longer row is alone. */
  charactersAtOnce: 8_000_000,
} as const

/** Workbooks (XLSX). */
export const workbookLimits = {
  /** Files in the archive. */
  parts: 20_000,
  /** Unpacked bytes of a part of the workbook, of its shared texts, of a sheet. */
  partBytes: 64 * MB,
  textBytes: 512 * MB,
  sheetBytes: 4096 * MB,
  /** Texts that cells share, and the characters of all of them. */
  texts: 4_000_000,
  textCharacters: 150_000_000,
  /** Attributes of one element. */
  attributes: 1000,
  /** Excel keeps some 250 number formats and 65,490 cell formats. */
  numberFormats: 10_000,
  cellFormats: 100_000,
  sheets: 1000,
  /** What one part refers to: sheets, addresses of links. */
  relations: 250_000,
  /** Of one sheet. */
  rows: 1_048_576,
  columns: 16_384,
  cells: 60_000_000,
  emptyCells: 10_000_000,
  mergedRanges: 200_000,
  links: 200_000,
} as const

/** Trade items of a GDSN message; real ones have some hundred elements. Their depth and characters are those of rows. */
export const tradeItemLimits = {
  elements: 20_000,
  /** Attributes of one element. */
  attributes: 256,
} as const

/** Other files that a person chooses. */
export const chosenFileLimits = {
  /** A requirement profile: characters and requirements. */
  profileCharacters: 256 * 1024,
  requirements: 300,
  /** A mapping, a list of codes, the notes of a backup: bytes. */
  mappingBytes: 16 * MB,
  listBytes: 16 * MB,
  backupNotesBytes: 1 * MB,
  /** Pictures of a backup. */
  backupPictures: 3_000_000,
} as const

/** Characters that a PDF shows of a name, of another text and of a line of a label; longer ones are cut off. */
export const printLimits = { name: 1000, text: 20_000, line: 300 } as const

const number = (count: number): string =>
  count >= MB && count % MB === 0 ? `${count / MB} MB` : count.toLocaleString('en-US')

/** The table as a page of the reference. */
export const fileLimitsReference = (): Page => ({
  title: say`Limits of files`,
  blocks: [
    paragraph(
      'How much is read of a file that a person opens. The limits are far above what real files hold; within them, reading takes time in proportion to the file. A row of a text or a message that is beyond a limit is rejected alone, where the next row can be found; else the file is refused, and the sentence names the limit.',
    ),
    table(
      ['What is counted', 'At most'],
      [
        ['Characters of a row of CSV, TSV, JSON Lines or XLSX, or of a trade item', rowLimits.characters],
        ['Cells of a row, values of a JSON object', rowLimits.cells],
        ['Values that a row gives one field', rowLimits.values],
        ['Rows of a text that have no value', rowLimits.blankRows],
        ['Objects and lists of JSON, or elements of a trade item, inside each other', rowLimits.depth],
        ['Elements of a trade item', tradeItemLimits.elements],
        ['Attributes of an element of a trade item', tradeItemLimits.attributes],
        ['Files in an XLSX workbook', workbookLimits.parts],
        ['Sheets of a workbook', workbookLimits.sheets],
        ['Texts that the cells of a workbook share', workbookLimits.texts],
        ['Their characters together', workbookLimits.textCharacters],
        ['Number formats of a workbook', workbookLimits.numberFormats],
        ['Cell formats of a workbook', workbookLimits.cellFormats],
        ['Attributes of an element of a workbook', workbookLimits.attributes],
        ['Rows of a sheet', workbookLimits.rows],
        ['Cells of a sheet, those that merged cells fill included', workbookLimits.cells],
        ['Empty cells of a sheet', workbookLimits.emptyCells],
        ['Merged ranges of a sheet', workbookLimits.mergedRanges],
        ['Links of a sheet', workbookLimits.links],
        ['Unpacked bytes of a sheet', workbookLimits.sheetBytes],
        ['Characters of a requirement profile', chosenFileLimits.profileCharacters],
        ['Requirements of a profile', chosenFileLimits.requirements],
        ['Bytes of a mapping', chosenFileLimits.mappingBytes],
        ['Bytes of a list of codes', chosenFileLimits.listBytes],
        ['Characters of a name that a PDF shows', printLimits.name],
        ['Characters of another text that a PDF shows', printLimits.text],
      ].map(([what, most]) => [String(what), number(Number(most))]),
    ),
  ],
})
