import type { ExportErrorCode, ExportRequest } from '../../src-shared/export/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { DocumentDescription } from '../../src-shared/vocabulary/kit/description.ts'
import { escapeAttribute } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { namespaceName } from '../../src-shared/vocabulary/namespaces.ts'
import type { Remote } from '../storage/index.ts'
import { csvHeading } from './csv-table.ts'
import type { ExportPart, exportReader } from './export-reader.ts'

export type ExportReader = Remote<ReturnType<(typeof exportReader)['open']>>

export interface ExportProgress {
  /** Rows that were read. */
  itemsDone: number
  /** Items in the file; a Content+ feed has only items with content. */
  itemsWritten: number
}

interface PartsOptions {
  reader: ExportReader
  /** The rows to export, in order. */
  rows: Uint32Array
  request: Omit<ExportRequest, 'source'>
  /** `{ns}` of the service; our own when absent. */
  namespaceBase: string | undefined
  /** Told after each part. */
  onProgress?: (progress: ExportProgress) => void
  signal?: AbortSignal
}

/** Rows of one call, at most: calls are short, so that queries of the screens come between. */
const rowsInPart: Record<ExportRequest['format'], number> = { items: 500, csv: 100, contentplus: 1000 }

/**
 * The file of an export, in parts that are made when they are asked for, so that never more than one part is in memory.
 * @throws PlainError `NOTHING_TO_EXPORT`, `CATALOG_CHANGED`; the signal's reason when it is aborted
 */
export async function* exportParts(options: PartsOptions): AsyncGenerator<Uint8Array> {
  const { reader, rows, request, namespaceBase } = options
  const utf8 = new TextEncoder()
  if (request.format === 'items') {
    const counts = ` start="0" count="${rows.length}" total="${rows.length}"`
    yield utf8.encode(startOf(documents.items, namespaceBase, counts))
    yield* bodyParts(options, (some) => reader.records(some))
    yield utf8.encode(`</${documents.items.root}>\n`)
  } else if (request.format === 'csv') {
    yield utf8.encode(csvHeading(request.cells))
    yield* bodyParts(options, (some) => reader.csv(some, request.cells))
  } else {
    yield utf8.encode(startOf(documents.contentPlus, namespaceBase))
    const written = yield* bodyParts(options, (some) => reader.contentPlus(some, request.retailerIds))
    if (written === 0) throw noContent(request.retailerIds)
    yield utf8.encode(`</${documents.contentPlus.root}>\n`)
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

/** @returns the items that were written */
async function* bodyParts(
  { rows, request, onProgress, signal }: PartsOptions,
  read: (rows: number[]) => Promise<ExportPart>,
): AsyncGenerator<Uint8Array, number> {
  let itemsWritten = 0
  for (let at = 0; at < rows.length; ) {
    signal?.throwIfAborted()
    const { bytes, taken, items } = await read([...rows.subarray(at, at + rowsInPart[request.format])])
    if (taken === 0)
      throw new PlainError<ExportErrorCode>(
        'CATALOG_CHANGED',
        'The catalog was emptied while the export ran. Nothing was written; export again.',
      )
    at += taken
    itemsWritten += items
    if (bytes.length > 0) yield bytes
    onProgress?.({ itemsDone: at, itemsWritten })
  }
  return itemsWritten
}

const noContent = (retailerIds: readonly string[] | undefined) =>
  new PlainError<ExportErrorCode>(
    'NOTHING_TO_EXPORT',
    retailerIds
      ? 'None of these items has content for that retailer.'
      : 'None of these items has content for a retailer. Only a sandbox keeps such content: an item search does not bring it along.',
  )
