import type { ExportErrorCode, ExportRequest } from '../../src-shared/export/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { DocumentDescription } from '../../src-shared/vocabulary/kit/description.ts'
import { escapeAttribute } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { namespaceName } from '../../src-shared/vocabulary/namespaces.ts'
import type { Clock } from '../platform/clock.ts'
import type { Apart, Remote } from '../storage/index.ts'
import { columnsOf, csvHeading, type TableChoice } from './csv-table.ts'
import type { ExportPart } from './export-part.ts'
import type { exportReader } from './export-reader.ts'
import { furtherTextsNote } from './further-texts-note.ts'
import { leftOutParts, messageParts } from './gdsn/gdsn-parts.ts'
import type { ReadOptions } from './open-export.ts'
import { catalogueParts } from './pdf/catalogue-parts.ts'
import type { PdfFonts, pdfFunctions } from './pdf/pdf-writer.ts'
import { type PicturePlace, writePictureFolder } from './pictures/picture-folder.ts'
import { type PictureOptions, type PictureSource, pictureParts } from './pictures/picture-parts.ts'
import { refuseTooManyRows, workbook } from './xlsx-table.ts'

export type ExportReader = Remote<ReturnType<(typeof exportReader)['open']>>

/** Dependencies for files that are not plain texts. */
export interface FileMakers {
  pictures: PictureSource
  pdf: Apart<typeof pdfFunctions>
  fonts(): Promise<PdfFonts>
  clock: Clock
}

interface PartsOptions extends ReadOptions {
  makers: FileMakers
  reader: ExportReader
  /** Row numbers to export, in order. */
  rows: Uint32Array
  request: Omit<ExportRequest, 'source'>
  /** `{ns}` of the service; our own by default. */
  namespaceBase: string | undefined
}

/** Maximum number of rows per call. Calls are short, so that queries of the screens are not delayed. */
const rowsInPart: Record<ExportRequest['format'], number> = {
  items: 500,
  csv: 100,
  xlsx: 100,
  jsonl: 100,
  jsonld: 100,
  pictures: 50,
  pdf: 20,
  contentplus: 1000,
  gdsn: 50,
  gdsnreport: 100,
}

/**
 * The file of an export, in parts that are created on demand, so that at most one part is in memory.
 * @throws PlainError `NOTHING_TO_EXPORT`, `CATALOG_CHANGED`; the signal's reason if it is aborted
 */
export async function* exportParts(options: PartsOptions): AsyncGenerator<Uint8Array> {
  const { request } = options
  switch (request.format) {
    case 'items':
      return yield* recordParts(options)
    case 'csv':
      yield utf8.encode(csvHeading(request.cells, choiceOf(request)))
      yield* bodyParts(options, (some) => options.reader.csv(some, request.cells, choiceOf(request)))
      return
    case 'xlsx':
      return yield* sheetParts(options)
    case 'jsonl':
      yield* bodyParts(options, (some) => options.reader.json(some, 'records'))
      return
    case 'jsonld':
      return yield* graphParts(options)
    case 'contentplus':
      return yield* contentParts(options)
    case 'pictures':
      return yield* pictureParts(pictureOptions(options))
    case 'pdf':
      return yield* catalogueOf(options)
    case 'gdsn':
      return yield* messageParts(gdsnOptions(options, 'message'))
    case 'gdsnreport':
      return yield* leftOutParts(gdsnOptions(options, 'left-out'))
  }
}

const pictureOptions = (options: PartsOptions): PictureOptions => ({
  source: options.makers.pictures,
  slices: slices(options, (some) => options.reader.pictures(some)),
  onProgress: options.onProgress,
  onNothing: noPictures,
  signal: options.signal,
})

/** Writes the pictures to a folder. @returns bytes written */
export const picturesInto = (place: PicturePlace, options: PartsOptions): Promise<number> =>
  writePictureFolder(place, options.makers.clock.now(), pictureOptions(options))

const utf8 = new TextEncoder()

/** The delimiter belongs to CSV files only. */
const choiceOf = ({ format, columns, table }: Omit<ExportRequest, 'source'>): TableChoice => ({
  columns,
  table: table && format !== 'csv' ? { ...table, delimiter: ',' } : table,
})

async function* recordParts(options: PartsOptions): AsyncGenerator<Uint8Array> {
  const { reader, rows, namespaceBase } = options
  const counts = ` start="0" count="${rows.length}" total="${rows.length}"`
  yield utf8.encode(startOf(documents.items, namespaceBase, counts))
  yield* bodyParts(options, (some) => reader.records(some))
  yield utf8.encode(`</${documents.items.root}>\n`)
}

async function* contentParts(options: PartsOptions): AsyncGenerator<Uint8Array> {
  const { reader, request, namespaceBase } = options
  yield utf8.encode(startOf(documents.contentPlus, namespaceBase))
  const written = yield* bodyParts(options, (some) => reader.contentPlus(some, request.retailerIds))
  if (written === 0) throw noContent(request.retailerIds)
  yield utf8.encode(`</${documents.contentPlus.root}>\n`)
}

function sheetParts(options: PartsOptions): AsyncGenerator<Uint8Array> {
  const { rows, request, reader, onProgress } = options
  refuseTooManyRows(rows.length)
  const choice = choiceOf(request)
  let next = 2
  let cut = 0
  const read = async (some: number[]): Promise<ExportPart> => {
    const part = await reader.sheet(some, next, choice)
    next += part.items
    cut += part.cut
    return part
  }
  const withNote: PartsOptions = {
    ...options,
    onProgress: (now) =>
      onProgress?.({
        ...now,
        note: notes(
          now.note,
          cut > 0 &&
            say`${cut} texts are too long for a cell of a workbook and are truncated, with … at the end; a CSV export has the full texts.`,
        ),
      }),
  }
  const columns = columnsOf(choice).map(({ heading }) => ({ heading, width: widthOf(heading) }))
  return workbook('Items', columns, bodyParts(withNote, read))
}

/** Approximate width in characters. */
const widthOf = (heading: string): number =>
  /description|ingredients|warnings|directions/i.test(heading) ? 48 : Math.max(12, heading.length + 2)

/** A single graph, so that readers of JSON-LD accept the file; each line is a product. */
async function* graphParts(options: PartsOptions): AsyncGenerator<Uint8Array> {
  yield utf8.encode('{"@context":"https://schema.org","@graph":[\n')
  let isFirst = true
  for await (const part of bodyParts(options, (some) => options.reader.json(some, 'products'))) {
    const lines = new TextDecoder().decode(part).trimEnd().split('\n').join(',\n')
    yield utf8.encode(`${isFirst ? '' : ',\n'}${lines}`)
    isFirst = false
  }
  yield utf8.encode('\n]}\n')
}

/**
 * A PDF stores offsets with ten digits, so it is limited to 10 GB: this many items of 20 kB, with a reserve.
 */
const maxPrinted = 400_000

function catalogueOf(options: PartsOptions): AsyncGenerator<Uint8Array> {
  const { makers, request, rows, reader, onProgress } = options
  if (rows.length > maxPrinted)
    throw new PlainError<ExportErrorCode>(
      'TOO_MANY_ROWS',
      say`A catalogue has ${maxPrinted} items at most, and these are ${rows.length}. Narrow the search, and print it in parts.`,
    )
  const { market = 'fda' } = request
  const now = makers.clock.now()
  return catalogueParts({
    ...{ writer: makers.pdf, fonts: makers.fonts, pictures: makers.pictures, now, onProgress },
    title: `Catalogue of ${rows.length} items, ${new Date(now).toISOString().slice(0, 10)}`,
    slices: slices(options, (some) => reader.printed(some, choiceOf(request), market)),
  })
}

const gdsnOptions = (
  options: PartsOptions,
  as: 'message' | 'left-out',
): Parameters<typeof messageParts>[0] => ({
  choice: options.request.gdsn,
  now: options.makers.clock.now(),
  read: (some, envelope) => options.reader.gdsn(some, as, envelope),
  body: (read, note) =>
    bodyParts({ ...options, onProgress: (now) => options.onProgress?.({ ...now, note: note() }) }, read),
})

/** Items as values, one slice at a time. */
async function* slices<T>(
  { rows, request, signal }: PartsOptions,
  read: (rows: number[]) => Promise<{ values: T[] } & Pick<ExportPart, 'taken' | 'hiddenTextCount'>>,
): AsyncGenerator<{ items: T[]; itemsDone: number; hiddenTextCount: number }> {
  for (let at = 0; at < rows.length; ) {
    signal?.throwIfAborted()
    const {
      values,
      taken,
      hiddenTextCount = 0,
    } = await read([...rows.subarray(at, at + rowsInPart[request.format])])
    if (taken === 0) throw catalogChanged()
    at += taken
    yield { items: values, itemsDone: at, hiddenTextCount }
  }
}

function startOf(
  { root, namespace }: DocumentDescription,
  namespaceBase: string | undefined,
  attributes = '',
): string {
  const name = escapeAttribute(namespaceName(namespace, namespaceBase))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${name}"${attributes}>`
}

/** @returns number of items written */
async function* bodyParts(
  { rows, request, onProgress, signal }: PartsOptions,
  read: (rows: number[]) => Promise<ExportPart>,
): AsyncGenerator<Uint8Array, number> {
  let itemsWritten = 0
  let hiddenTextCount = 0
  for (let at = 0; at < rows.length; ) {
    signal?.throwIfAborted()
    const { bytes, taken, items, ...part } = await read([
      ...rows.subarray(at, at + rowsInPart[request.format]),
    ])
    if (taken === 0) throw catalogChanged()
    at += taken
    itemsWritten += items
    hiddenTextCount += part.hiddenTextCount ?? 0
    if (bytes.length > 0) yield bytes
    onProgress?.({ itemsDone: at, itemsWritten, note: furtherTextsNote(hiddenTextCount) })
  }
  return itemsWritten
}

const notes = (...all: (string | false | undefined)[]): string | undefined =>
  all.filter((one) => typeof one === 'string').join(' ') || undefined

const catalogChanged = () =>
  new PlainError<ExportErrorCode>(
    'CATALOG_CHANGED',
    say`The catalog was emptied while the export ran. Nothing was written; export again.`,
  )

function noPictures(): never {
  throw new PlainError<ExportErrorCode>(
    'NOTHING_TO_EXPORT',
    say`No picture of these items is on this computer. Settings, Pictures says which are kept.`,
  )
}

const noContent = (retailerIds: readonly string[] | undefined) =>
  new PlainError<ExportErrorCode>(
    'NOTHING_TO_EXPORT',
    retailerIds
      ? say`None of these items has content for that retailer.`
      : say`None of these items has retailer content. Only a sandbox stores such content, because an item search does not return it.`,
  )
