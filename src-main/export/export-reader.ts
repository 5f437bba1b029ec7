import type { CsvCells, ExportSubject } from '../../src-shared/export/model.ts'
import { schemaOrgProduct } from '../../src-shared/export/schema-org.ts'
import type { Market } from '../../src-shared/nutrition/model.ts'
import { printedLabels } from '../../src-shared/nutrition/printed-label.ts'
import { item } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { escapeAttribute } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { hiddenTextCount } from '../../src-shared/vocabulary/languages.ts'
import { openCompletenessOf } from '../catalog/index.ts'
import { everyRetailer, textsOutsideFeed } from '../feeds/targets/sandbox/index.ts'
import { joined } from '../platform/memory/joined.ts'
import { type Database, defineReader, openItemFindings } from '../storage/index.ts'
import type { StoredBeside } from './columns/reading-columns.ts'
import { cellsOf, columnsOf, csvRows, mainCode, printedColumns, type TableChoice } from './csv-table.ts'
import { type ExportPart, partBytes } from './export-part.ts'
import type { GdsnEnvelope } from './gdsn/gdsn-message.ts'
import { type GdsnPart, gdsnPart } from './gdsn/trade-items.ts'
import type { PrintedItem } from './pdf/pdf-page.ts'
import { isTooLongForCell, sheetRows } from './xlsx-table.ts'

const utf8 = new TextEncoder()
const bytesOf = (length: number): Uint8Array => new Uint8Array(length)

/** An item with the pictures of its record. */
export interface NamedPictures {
  id: string
  code: string
  name: string
  media: { url: string; view: string }[]
}

/** Items of a part as values, for files that are assembled on the main thread. */
interface ValuePart<T> extends Pick<ExportPart, 'taken' | 'hiddenTextCount'> {
  values: T[]
}

/**
 * Reads items for an export, one part at a time: the memory of a part is limited to {@link partBytes} and one
 * item. Rows are identified by `item.seq`, which does not change.
 */
export const exportReader = defineReader('export', ({ db }) => {
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const bodies = openBodies(db)
  const beside: StoredBeside = { findings: openItemFindings(db), completeness: openCompletenessOf(db) }
  const idOf = db.prepare<[number], string>('SELECT id FROM item WHERE seq = ?').pluck()
  const content = db.prepare<[string], { retailer: string; xml: Buffer; content: Buffer | null }>(
    `SELECT retailer, xml, content FROM retailer_content WHERE item = ? AND retailer <> '${everyRetailer}' ORDER BY retailer`,
  )
  const contentRows = db.prepare<[], { seq: number; retailer: string }>(`
    SELECT item.seq, retailer FROM retailer_content CROSS JOIN item ON item.id = retailer_content.item
    WHERE retailer <> '${everyRetailer}'`)
  const retailerName = db
    .prepare<[string], string>("SELECT name FROM lookup WHERE kind = 'retailer' AND id = ?")
    .pluck()

  return {
    /** Row numbers of items by identifier, in order; unknown identifiers are skipped. */
    rowsOfItems: (ids: string[]): Uint32Array => Uint32Array.from(ids.flatMap((id) => seqOf.get(id) ?? [])),

    /** The stored elements, concatenated. */
    records(rows: number[]): ExportPart {
      const found = bodies(rows)
      return { bytes: joined(found, bytesOf), taken: found.length, items: found.length }
    },

    csv(rows: number[], cells: CsvCells, choice: TableChoice = {}): ExportPart {
      const found = bodies(rows)
      const text = csvRows(found, cells, choice, beside)
      return {
        ...{ bytes: utf8.encode(text), taken: found.length, items: found.length },
        hiddenTextCount: textsOutsideTable(found, columnsOf(choice)),
      }
    },

    /** Rows of a sheet, starting with row number `first`, and the number of truncated cells. */
    sheet(rows: number[], first: number, choice: TableChoice): ExportPart & { cut: number } {
      const found = bodies(rows)
      const columns = columnsOf(choice)
      const cells = found.map((body) => cellsOf(body, columns, beside))
      const cut = cells.flat().filter(isTooLongForCell).length
      return {
        ...{ bytes: sheetRows(cells, first), taken: found.length, items: found.length, cut },
        hiddenTextCount: textsOutsideTable(found, columns),
      }
    },

    /**
     * One line of JSON per item. @param as records with the names of the specification, or products of
     * schema.org
     */
    json(rows: number[], as: 'records' | 'products'): ExportPart {
      const found = bodies(rows)
      const records = found.flatMap((body) => parseElement(item, body).value ?? [])
      const values =
        as === 'records' ? records : records.map((value) => schemaOrgProduct(value, mainCode(value)))
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
      // A product of schema.org has one description, in one language.
      const outside = as === 'records' ? [] : records.map(({ ecommerceDescription }) => ecommerceDescription)
      return {
        ...{ bytes: utf8.encode(text), taken: found.length, items: values.length },
        hiddenTextCount: outside.reduce((sum, entries) => sum + hiddenTextCount(entries), 0),
      }
    },

    /** Transactions of a GDSN message, or table rows of the values that it leaves out. */
    gdsn: (rows: number[], as: 'message' | 'left-out', envelope: GdsnEnvelope): GdsnPart =>
      gdsnPart(bodies(rows), as, envelope),

    pictures(rows: number[]): ValuePart<NamedPictures> {
      const found = bodies(rows)
      const values = found.map((body): NamedPictures => {
        const { value = {} } = parseElement(item, body)
        const media = (value.media ?? []).flatMap(({ url = '', view = '' }) => (url ? [{ url, view }] : []))
        return { id: value.id ?? '', code: mainCode(value) ?? '', name: value.name ?? '', media }
      })
      return { values, taken: found.length }
    },

    /** @param choice its columns, if a person chose them; otherwise the default columns of a catalogue */
    printed(rows: number[], choice: TableChoice, market: Market): ValuePart<PrintedItem> {
      const found = bodies(rows)
      const columns = columnsOf({ ...choice, columns: choice.columns ?? printedColumns })
      const values = found.map((body): PrintedItem => {
        const { value = {} } = parseElement(item, body)
        const panels = (value.products ?? []).flatMap(({ grocery }) => grocery?.nutritions ?? [])
        const facts = columns.map(({ heading, cell }): [string, string] => [
          heading,
          cell(value, beside)?.trim() ?? '',
        ])
        return {
          ...{ id: value.id ?? '', code: mainCode(value) ?? '', name: value.name ?? '' },
          facts: facts.filter(([, text]) => text !== ''),
          labels: printedLabels(panels, market),
        }
      })
      return {
        values,
        taken: found.length,
        hiddenTextCount: textsOutsideTable(found, columnsOf(choice)),
      }
    },

    /**
     * `<item>` elements of a Content+ feed, for items with content for these retailers, or for any retailer.
     */
    contentPlus(rows: number[], retailerIds?: string[]): ExportPart {
      const wanted = retailerIds && new Set(retailerIds)
      const pieces: Uint8Array[] = []
      let items = 0
      let hiddenTextCount = 0
      let size = 0
      let taken = 0
      for (const row of rows) {
        if (size >= partBytes) break
        taken++
        const id = idOf.get(row) ?? ''
        const kept = content.all(id).filter(({ retailer }) => wanted?.has(retailer) ?? true)
        if (kept.length === 0) continue
        items++
        pieces.push(
          Buffer.from(`<item id="${escapeAttribute(id)}">`),
          ...kept.map(({ xml }) => xml),
          Buffer.from('</item>'),
        )
        hiddenTextCount += kept.reduce(
          (sum, { content }) => sum + (content ? textsOutsideFeed(content) : 0),
          0,
        )
        size += kept.reduce((sum, { xml }) => sum + xml.length, 0)
      }
      return { bytes: joined(pieces, bytesOf), taken, items, hiddenTextCount }
    },

    /** Number of items with content for retailers, and the retailers. */
    contentOf(rows: Uint32Array): Pick<ExportSubject, 'contentItems' | 'retailers'> {
      const isWanted = new Uint8Array(rows.reduce((most, row) => Math.max(most, row), 0) + 1)
      for (const row of rows) isWanted[row] = 1
      const withContent = new Set<number>()
      const counts = new Map<string, number>()
      for (const { seq, retailer } of contentRows.iterate()) {
        if (isWanted[seq] !== 1) continue
        withContent.add(seq)
        counts.set(retailer, (counts.get(retailer) ?? 0) + 1)
      }
      const retailers = [...counts].map(([id, items]) => ({ id, name: retailerName.get(id) ?? id, items }))
      return {
        contentItems: withContent.size,
        retailers: retailers.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)),
      }
    },
  }
})

/** Number of texts in further languages that a table with one column cannot store. */
function textsOutsideTable(bodies: readonly Buffer[], columns: ReturnType<typeof columnsOf>): number {
  const { label } = item.fields.ecommerceDescription
  if (!columns.some(({ heading }) => heading === label)) return 0
  // Few records have texts in several languages; only these are parsed again.
  const several = bodies.filter((body) => body.includes(' lang='))
  return several.reduce(
    (sum, body) => sum + hiddenTextCount(parseElement(item, body).value?.ecommerceDescription),
    0,
  )
}

/**
 * The stored elements of the first rows, until they reach {@link partBytes} or a row no longer exists. They
 * are read one by one: a sorted join would load all of them before returning the first.
 */
function openBodies(db: Database): (rows: number[]) => Buffer[] {
  const bodyOf = db.prepare<[number], Buffer>('SELECT body FROM item_document WHERE seq = ?').pluck()
  return (rows) => {
    const found: Buffer[] = []
    let size = 0
    for (const row of rows) {
      const body = bodyOf.get(row)
      if (body === undefined) break
      found.push(body)
      size += body.length
      if (size >= partBytes) break
    }
    return found
  }
}
