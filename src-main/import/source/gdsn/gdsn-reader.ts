import { recordOf } from '../../../../src-shared/gdsn/trade-item.ts'
import { defineThreadFunctions } from '../../../storage/index.ts'
import { openWindows, type RowPieces } from '../row-windows.ts'
import { readText, type SourceFile } from '../source-file.ts'
import type { SourceRow } from '../source-row.ts'
import { type CutItem, openCutter } from './cut-trade-items.ts'
import { readTradeItem } from './read-trade-item.ts'
import { cellsOfRecord } from './record-cells.ts'

/** Trade items per call: each has hundreds of elements. */
const itemsInWindow = 200
/** Characters shown of a rejected trade item. */
const maxTextLength = 400

async function openMessage(source: SourceFile): Promise<RowPieces> {
  const text = readText(source)
  async function* pieces(): AsyncGenerator<{ rows: SourceRow[]; share: number }> {
    const cutter = openCutter()
    for await (const piece of text)
      yield { rows: cutter.add(piece).map(rowOf), share: text.bytesRead() / source.bytes }
    yield { rows: cutter.end().map(rowOf), share: 1 }
  }
  const reading = pieces()
  return { pieces: reading, close: () => void reading.return(undefined).catch(() => undefined) }
}

function rowOf({ line, xml, fault }: CutItem): SourceRow {
  const base = { line, text: xml.slice(0, maxTextLength) }
  const read = fault === undefined ? readTradeItem(xml) : { fault }
  if ('fault' in read) return { ...base, fault: read.fault }
  const { item, homeless } = recordOf(read.element, { language: 'en' })
  return {
    ...base,
    named: [...cellsOfRecord(item), ...homeless.map(({ path, text }) => ({ name: path, cell: text }))],
  }
}

const windows = openWindows(openMessage)

export const gdsnFunctions = {
  /** The trade items of a message as rows, starting at row `from`. */
  rows: (source: SourceFile, from: number, most = itemsInWindow) => windows.rows(source, from, most),
  /** Closes the file. */
  end: windows.end,
}

/** Reads GDSN messages, which are untrusted input, in a thread that ends when a call exceeds its budget. */
export const gdsnReader = defineThreadFunctions('import/gdsn', gdsnFunctions)
