import type { ExportErrorCode } from '../../src-shared/export/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import {
  escapeAttribute,
  escapeText,
  withoutIllegalCharacters,
} from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { zip } from '../platform/zip/zip-writer.ts'

export interface TableColumn {
  heading: string
  /** Approximate width in characters. */
  width: number
}

/** Limits of a sheet and of a cell. */
const maxRows = 1_048_575
const maxInCell = 32_767

/** @throws PlainError `TOO_MANY_ROWS` before anything is written */
export function refuseTooManyRows(rows: number): void {
  if (rows > maxRows)
    throw new PlainError<ExportErrorCode>(
      'TOO_MANY_ROWS',
      say`A sheet holds ${maxRows} rows at most, and there are ${rows}. Choose CSV.`,
    )
}

/**
 * A workbook with one sheet (ECMA-376), in parts. All cells are texts: a code keeps its zeros and all digits,
 * and a text that looks like a formula is not executed. A text that is too long for a cell is truncated and
 * marked.
 * @param rows elements of {@link sheetRows}, from row 2 on
 */
export function workbook(
  name: string,
  columns: readonly TableColumn[],
  rows: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder()
  async function* sheet(): AsyncGenerator<Uint8Array> {
    const widths = columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    const headings = columns.map(({ heading }) => heading)
    yield utf8.encode(
      `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowOf(1, headings, 1)}`,
    )
    yield* rows
    yield utf8.encode('</sheetData></worksheet>')
  }
  const files = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${related}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': styles,
  }
  return zip([
    ...Object.entries(files).map(([path, text]) => ({ name: path, bytes: utf8.encode(text) })),
    { name: 'xl/worksheets/sheet1.xml', content: sheet() },
  ])
}

/** Rows of a sheet. @param first number of the first row; the headings are row 1 */
export const sheetRows = (rows: readonly string[][], first: number): Uint8Array =>
  new TextEncoder().encode(rows.map((cells, index) => rowOf(first + index, cells, 2)).join(''))

/** Whether a text is too long for a cell. */
export const isTooLongForCell = (text: string): boolean => text.length > maxInCell

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schemas = 'http://schemas.openxmlformats.org'
const main = `${schemas}/spreadsheetml/2006/main`
const related = `${schemas}/officeDocument/2006/relationships`
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${partType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${partType}.styles+xml"/></Types>`

const relations = (...targets: [kind: string, path: string][]): string =>
  `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships">${targets
    .map(
      ([kind, path], index) =>
        `<Relationship Id="r${index + 1}" Type="${related}/${kind}" Target="${path}"/>`,
    )
    .join('')}</Relationships>`

/**
 * Cell styles: 0 none, 1 a heading, 2 a wrapped text (format 49, `@`), which remains a text when it is
 * edited.
 */
const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

function rowOf(number: number, cells: string[], style: number): string {
  const written = cells.map((text, index) =>
    text === ''
      ? ''
      : `<c r="${columnName(index)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(held(text))}</t></is></c>`,
  )
  return `<row r="${number}">${written.join('')}</row>`
}

/** `A` to `Z`, then `AA` and so on. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/**
 * A workbook writes characters as `_x000D_` (ECMA-376, 22.9.2.19), so the `_` of a text that contains such a
 * sequence is escaped.
 */
const withoutEscapes = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

function held(text: string): string {
  const legal = withoutEscapes(withoutIllegalCharacters(text))
  return legal.length > maxInCell ? `${legal.slice(0, maxInCell - 1)}…` : legal
}

/** A sheet name has at most 31 characters, and some characters are not allowed. */
const sheetName = (name: string): string =>
  escapeAttribute(
    withoutIllegalCharacters(name)
      .replace(/[\\/?*[\]:'\s]/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet',
  )
