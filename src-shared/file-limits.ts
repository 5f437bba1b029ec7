/**
 * Limits of files that a person opens, in one table for all readers and for the reference. Within them,
 * reading takes time in proportion to the bytes and memory in proportion to one row. Beyond them, reading
 * stops with a message that names the limit. They are far above real files. The limits of XML documents are
 * in `vocabulary/kit/limits.ts`.
 */
import { type Page, paragraph, table } from './reference/page.ts'
import { say } from './texts/say.ts'

const MB = 1024 ** 2

/** Files made of rows, in any format. */
export const rowLimits = {
  /** Characters of one row. A longer row means an unclosed quotation mark or missing line ends. */
  characters: 4_000_000,
  /** Cells of one row, and values of one JSON object: the number of columns of an Excel sheet. */
  cells: 16_384,
  /** Values of one field from the cells of a row. Items with more are slow on every screen. */
  values: 1000,
  /** Rows of a text without a value; an Excel sheet has half as many rows. Empty lines are not counted. */
  blankRows: 2_000_000,
  /** Nesting depth of JSON objects and lists, and of the elements of a trade item. */
  depth: 64,
  /** Columns that are inspected before the import; JSON rows need not all have the same columns. */
  columnsLookedAt: 16_384,
  /** Characters of the rows held in memory together; a longer row is held alone. */
  charactersAtOnce: 8_000_000,
} as const

/** Workbooks (XLSX). */
export const workbookLimits = {
  /** Files in the archive. */
  parts: 20_000,
  /** Unpacked bytes of a part of the workbook, of its shared strings, and of a sheet. */
  partBytes: 64 * MB,
  textBytes: 512 * MB,
  sheetBytes: 4096 * MB,
  /** Shared strings, and their total number of characters. */
  texts: 4_000_000,
  textCharacters: 150_000_000,
  /** Attributes of one element. */
  attributes: 1000,
  /** Excel keeps some 250 number formats and 65,490 cell formats. */
  numberFormats: 10_000,
  cellFormats: 100_000,
  sheets: 1000,
  /** Relationships of one part: sheets, addresses of links. */
  relations: 250_000,
  /** Per sheet. */
  rows: 1_048_576,
  columns: 16_384,
  cells: 60_000_000,
  emptyCells: 10_000_000,
  mergedRanges: 200_000,
  links: 200_000,
} as const

/**
 * Trade items of a GDSN message; real ones have some hundred elements. Their limits of depth and characters
 * are those of rows.
 */
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

/**
 * Maximum characters a PDF shows of a name, of another text and of a line of a label; longer ones are
 * truncated.
 */
export const printLimits = { name: 1000, text: 20_000, line: 300 } as const

const number = (count: number): string =>
  count >= MB && count % MB === 0 ? `${count / MB} MB` : count.toLocaleString('en-US')

/** The table as a page of the reference. */
export const fileLimitsReference = (): Page => ({
  title: say`Limits of files`,
  blocks: [
    paragraph(
      'The limits of files that a person opens. They are far above the contents of real files; within them, reading takes time in proportion to the file. If a row of a text or a message exceeds a limit, only that row is rejected if the next row can be found. Otherwise the file is refused, with a message that names the limit.',
    ),
    table(
      ['Limit of', 'Maximum'],
      [
        ['Characters of a row of CSV, TSV, JSON Lines or XLSX, or of a trade item', rowLimits.characters],
        ['Cells of a row, values of a JSON object', rowLimits.cells],
        ['Values of one field from one row', rowLimits.values],
        ['Rows of a text without a value', rowLimits.blankRows],
        ['Nesting depth of JSON objects and lists, or of elements of a trade item', rowLimits.depth],
        ['Elements of a trade item', tradeItemLimits.elements],
        ['Attributes of an element of a trade item', tradeItemLimits.attributes],
        ['Files in an XLSX workbook', workbookLimits.parts],
        ['Sheets of a workbook', workbookLimits.sheets],
        ['Shared strings of a workbook', workbookLimits.texts],
        ['Characters of all shared strings together', workbookLimits.textCharacters],
        ['Number formats of a workbook', workbookLimits.numberFormats],
        ['Cell formats of a workbook', workbookLimits.cellFormats],
        ['Attributes of an element of a workbook', workbookLimits.attributes],
        ['Rows of a sheet', workbookLimits.rows],
        ['Cells of a sheet, including those filled from merged cells', workbookLimits.cells],
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
      ].map(([name, limit]) => [String(name), number(Number(limit))]),
    ),
  ],
})
