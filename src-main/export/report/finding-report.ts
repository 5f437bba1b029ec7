import { printedCode } from '../../../src-shared/evidence/find-findings.ts'
import type { FindingCounts, FindingRow } from '../../../src-shared/evidence/model.ts'
import {
  type ExportErrorCode,
  type FindingsRequest,
  findingsFileName,
} from '../../../src-shared/export/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { csvLines } from '../csv-table.ts'
import type { OpenExport, ReadOptions } from '../open-export.ts'
import { refuseTooManyRows, sheetRows, type TableColumn, workbook } from '../xlsx-table.ts'
import { moment } from './report-table.ts'

/** Findings of the picture check, in the order of its list. */
export interface FindingSource {
  counts(): Promise<FindingCounts>
  after(
    wanted: Omit<FindingsRequest, 'format'>,
    place: FindingPlace | undefined,
    limit: number,
  ): Promise<{ findings: FindingRow[]; last?: FindingPlace }>
}
interface FindingPlace {
  weight: number
  item: string
  position: number
}

/** Findings per part. */
const findingsPerPart = 500

interface FindingColumn extends TableColumn {
  cell: (finding: FindingRow) => string | undefined
}
/** One row per finding. Kinds and reasons have the words of the command line and of the reference. */
const columns: readonly FindingColumn[] = [
  { heading: 'Item', width: 14, cell: ({ item }) => item.id },
  { heading: 'Product code', width: 18, cell: ({ item }) => item.code },
  { heading: 'Name', width: 40, cell: ({ item }) => item.name },
  { heading: 'Kind', width: 16, cell: ({ kind }) => kind },
  { heading: 'Finding', width: 60, cell: ({ message }) => message },
  { heading: 'Value', width: 24, cell: ({ value, rule }) => value?.label ?? rule },
  {
    heading: 'In the record',
    width: 24,
    cell: ({ value, code, item }) => value?.recorded ?? (code && item.code),
  },
  {
    heading: 'In the picture',
    width: 24,
    cell: ({ value, code }) => value?.printed ?? (code && printedCode(code)),
  },
  { heading: 'View', width: 10, cell: ({ view }) => view },
  { heading: 'Picture (SHA-256)', width: 66, cell: ({ sha256 }) => sha256 },
  { heading: 'Place in the picture (left, top, width, height in percent)', width: 30, cell: placeOf },
  { heading: 'Decision', width: 12, cell: ({ decision }) => decision?.kind },
  { heading: 'Reason', width: 16, cell: ({ decision }) => decision?.reason },
  { heading: 'Note', width: 30, cell: ({ decision }) => decision?.note },
  { heading: 'Decided (UTC)', width: 20, cell: ({ decision }) => moment(decision?.at) },
  { heading: 'Decided by', width: 16, cell: ({ decision }) => decision?.by },
]

function placeOf({ code, value }: FindingRow): string | undefined {
  const box = code?.box ?? value?.box
  return box && [box.x, box.y, box.width, box.height].map((share) => (100 * share).toFixed(1)).join(' ')
}

const cellsOf = (findings: readonly FindingRow[]): string[][] =>
  findings.map((finding) => columns.map(({ cell }) => cell(finding) ?? ''))

/** Of the findings with a decision, the number of some kinds is not known before they are read. */
async function countOf(source: FindingSource, wanted: Omit<FindingsRequest, 'format'>): Promise<number> {
  const { kinds, decision, itemIds } = wanted
  if (itemIds) return (await source.after(wanted, undefined, findingsPerPart)).findings.length
  const { counts, ...decided } = await source.counts()
  if (decision) return decided[decision]
  const open = Object.entries(counts).filter(([kind]) => kinds?.some((one) => one === kind) ?? true)
  return open.reduce((sum, [, count]) => sum + count, 0)
}

/** The findings of the picture check as a table. @throws PlainError `NOTHING_TO_EXPORT`, `TOO_MANY_ROWS` */
export async function openFindings(
  { source, now }: { source: FindingSource; now: number },
  { format, ...wanted }: FindingsRequest,
): Promise<OpenExport> {
  const items = await countOf(source, wanted)
  if (items === 0)
    throw new PlainError<ExportErrorCode>('NOTHING_TO_EXPORT', say`There are no such findings.`)
  if (format === 'findings-xlsx') refuseTooManyRows(items)

  async function* windows({ signal, onProgress }: ReadOptions): AsyncGenerator<FindingRow[]> {
    let done = 0
    for (let place: FindingPlace | undefined, isFirst = true; isFirst || place; isFirst = false) {
      signal?.throwIfAborted()
      const { findings, last } = await source.after(wanted, place, findingsPerPart)
      yield findings
      place = last
      done += findings.length
      onProgress?.({ itemsDone: done, itemsWritten: done })
    }
  }
  async function* csv(options: ReadOptions): AsyncGenerator<Uint8Array> {
    const utf8 = new TextEncoder()
    yield utf8.encode(`\uFEFF${csvLines([columns.map(({ heading }) => heading)], 'safe')}`)
    for await (const findings of windows(options))
      yield utf8.encode(csvLines(cellsOf(findings), 'spreadsheet'))
  }
  async function* rows(options: ReadOptions): AsyncGenerator<Uint8Array> {
    let next = 2
    for await (const findings of windows(options)) {
      yield sheetRows(cellsOf(findings), next)
      next += findings.length
    }
  }
  return {
    items,
    fileName: findingsFileName(format, now),
    parts: (options = {}) =>
      format === 'findings-csv' ? csv(options) : workbook('Picture check', columns, rows(options)),
  }
}
