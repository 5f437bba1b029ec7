/**
 * Columns of a GDSN message. A value that corresponds to a field of a record is named after its element and
 * mapped to the field. Every other text is named by its path, for the report or for a person to map.
 */

import { nutrientCodes } from '../../../../src-shared/gdsn/nutrients.ts'
import { panelRows } from '../../../../src-shared/gdsn/nutrition-rows.ts'
import { lensOf } from '../../../../src-shared/gdsn/row.ts'
import { gdsnRows } from '../../../../src-shared/gdsn/rows.ts'
import { recordFieldWords, textsOf } from '../../../../src-shared/gdsn/trade-item.ts'
import type { ColumnMapping } from '../../../../src-shared/import/model.ts'
import { readDecimal, writeDecimal } from '../../../../src-shared/values/decimal.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import { type Nutrition, nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { atItem, recordAndFeed } from '../../../../src-shared/vocabulary/record-and-feed.ts'
import { fieldOfFeed, gtinPath, isNumeric, nutrientPath, servingPath } from '../../columns/import-fields.ts'
import type { Cell } from '../cell.ts'
import type { NamedCell } from '../source-row.ts'

interface GdsnColumn {
  name: string
  /** The field it is mapped to; absent if an import has no such field. */
  path?: string
  isNumber: boolean
  cell(item: Item): Cell
}

const kosher = 'products/product/grocery/foodRelatedIndicators/kosher'

/** Fields whose form differs between record and feed, so that no exported table lists both paths. */
const feedOf = new Map([
  ...recordAndFeed
    .columns(atItem)
    .flatMap(({ record, feed }): [string, string][] => (feed ? [[record, feed]] : [])),
  ['upcs/upc', gtinPath],
  ['categories/category', 'categoryId'],
  ['media/medium', 'media/medium'],
  ['products/product/warnings/warning', 'products/product/warnings/warning'],
  [kosher, kosher],
  ['ecommerceDescription', 'ecommerceDescription/entry'],
])

/** Cells that are more than a text. */
const cellOf: Record<string, (item: Item) => Cell> = {
  'upcs/upc': ({ upcs = [] }) => upcs[0]?.text ?? null,
  'categories/category': ({ categories = [] }) =>
    categories.map(({ type = '', id = '', text }) => ({ scheme: type, id, label: text })),
  'products/product/warnings/warning': ({ products: [first] = [] }) => first?.warnings ?? null,
  'media/medium': ({ media = [] }) =>
    media.map(({ view = '', url = '', description = '' }) => ({ view, url, description })),
  ecommerceDescription: ({ ecommerceDescription = [] }) =>
    Object.fromEntries(ecommerceDescription.map(({ lang = 'en', text }) => [lang, text])),
}

function measureCell(path: string): (item: Item) => Cell {
  const [measure, uom] = [lensOf(`${path}/measure`), lensOf(`${path}/uom`)]
  return (item) => amountCell(measure.get(item), uom.get(item))
}
/** Adds a leading zero: `.5` is 0.5. */
function plainNumber(text = ''): string {
  const number = readDecimal(text)
  return number ? writeDecimal(number) : text
}
const amountCell = (amount: string | undefined, uom: string | undefined): Cell =>
  amount === undefined ? null : { measure: plainNumber(amount), uom: uom ?? '' }
const textCell = (path: string): ((item: Item) => Cell) => {
  const lens = lensOf(path)
  return (item) => lens.get(item) ?? null
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const isMeasured = (path: string): boolean => /^packageData\/(?!packageType)/.test(path)

const itemColumns = gdsnRows.flatMap(({ record, gdsn }): GdsnColumn[] => {
  if (record === '' || record.includes('nutritions')) return []
  const field = fieldOfFeed(feedOf.get(record) ?? '')
  const cell = cellOf[record] ?? (isMeasured(record) ? measureCell(record) : textCell(record))
  return [
    {
      name: lastName(gdsn),
      ...(field && { path: field.path }),
      isNumber: field !== undefined && isNumeric(field),
      cell,
    },
  ]
})

const panelOf = ({ products: [first] = [] }: Item): Nutrition => first?.grocery?.nutritions?.[0] ?? {}
const panelColumns = panelRows.flatMap(({ record, gdsn }): GdsnColumn[] => {
  const path = record.startsWith('servingSizes') ? servingPath : nutrientPath(record)
  const field = fieldOfFeed(path)
  // Sodium also has a row for salt.
  if (!field || gdsn.includes('SALT')) return []
  return [
    {
      name: gdsn,
      path: field.path,
      isNumber: isNumeric(field),
      cell: (item) => panelCell(panelOf(item), record),
    },
  ]
})

/** The value of a panel: a text, serving sizes, or an amount with its share of the daily value. */
function panelCell(panel: Nutrition, key: string): Cell {
  if (key.startsWith('servingSizes')) {
    const sizes = panel.servingSizes ?? []
    const metric = sizes.find(({ type }) => type === 'metric')
    const other = sizes.find(({ type }) => type === 'other')
    const words = other ? `${plainNumber(other.measure)} ${other.uom}` : ''
    return metric ? { measure: plainNumber(metric.measure), uom: metric.uom ?? '', text: words } : words
  }
  if (nutrition.elements.get(key)?.type.kind !== 'group') return lensOf(key, nutrition).get(panel) ?? null
  const cell = amountCell(lensOf(key, nutrition).get(panel), lensOf(`${key}/@uom`, nutrition).get(panel))
  const type = nutrition.elements.get(key)?.type
  const hasShare = type?.kind === 'group' && type.attributes.has('dailyPct')
  const share = hasShare ? lensOf(`${key}/@dailyPct`, nutrition).get(panel) : undefined
  return cell !== null && typeof cell === 'object' && !Array.isArray(cell) && share !== undefined
    ? { ...cell, dailyPct: share }
    : cell
}

/** Shares of the daily value that a panel stores separately from the amounts. */
const shareColumns = nutrientCodes.flatMap(({ code, percent }): GdsnColumn[] => {
  if (percent === undefined) return []
  const name = `nutrientDetail (${code}) dailyValueIntakePercent`
  const share = lensOf(percent, nutrition)
  return [
    { name, path: nutrientPath(percent), isNumber: true, cell: (item) => share.get(panelOf(item)) ?? null },
  ]
})

const columns = [...itemColumns, ...panelColumns, ...shareColumns]

/** All columns with a field. */
export const gdsnMapping: ColumnMapping = Object.fromEntries(
  columns.flatMap(({ name, path }) => (path === undefined ? [] : [[name, path]])),
)

/** The cells of the fields of a record. */
export function* cellsOfRecord(item: Item): Generator<NamedCell> {
  for (const { name, isNumber, cell } of columns)
    yield { name, cell: cell(item), ...(isNumber && { isNumber }) }
  // An import reads one panel per item.
  const [, ...further] = item.products?.[0]?.grocery?.nutritions ?? []
  for (const panel of further)
    for (const { path, text } of textsOf({ products: [{ grocery: { nutritions: [panel] } }] }))
      yield { name: `further nutrientHeader: ${recordFieldWords(lastName(path))}`, cell: text }
}
