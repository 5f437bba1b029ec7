import { t } from '@lingui/core/macro'
import { type DraftColumn, draftColumns } from '../../../../../../src-shared/feeds/draft/columns.ts'
import {
  type DraftRetailer,
  firstRetailerColumns,
  retailerColumns,
} from '../../../../../../src-shared/feeds/draft/retailer-columns.ts'
import { type FeedKind, kinds } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { fold } from '../../../../../../src-shared/values/fold.ts'
import { readCountry } from '../../../../../../src-shared/values/read-country.ts'
import { unitOf } from '../../../../../../src-shared/values/units.ts'
import { viewLabel } from '../../../../../../src-shared/views.ts'
import type { Option } from '../../../../../../src-shared/vocabulary/kit/leaf.ts'
import { typedNumber } from '../../../../../form/fields/typed-number.ts'
import { countryOptions, languageOptions } from '../../../../../form/inputs/options.ts'
import { decimalWords } from '../../../../../ui/text/words.ts'

/** A column of the draft with its display properties. */
export interface GridColumn extends DraftColumn {
  /** Shortest title that is unique among all columns. */
  title: string
  /** The allowed or suggested values, if the column has any. */
  choices: readonly Option[] | undefined
  isNumber: boolean
  /** The unit column of a numeric column. */
  unit?: GridColumn
}

/** Generic labels that are omitted after the label of their parent element. */
const bareLabels = new Set([t`Text`, t`Measure`, t`Amount`])

/** Columns by their name in the RPC contract. */
export type GridColumns = ReadonlyMap<string, GridColumn>

const cache = new Map<FeedKind, GridColumns>()

/** All columns of a feed kind, without those of single retailers. */
export function gridColumns(kind: FeedKind): GridColumns {
  const found = cache.get(kind)
  if (found) return found
  const columns = describeColumns(draftColumns(kind))
  cache.set(kind, columns)
  return columns
}

/** All columns of a draft: those of its kind and, if it has several retailers, those of each retailer. */
export function gridColumnsFor(kind: FeedKind, retailers: readonly DraftRetailer[]): GridColumns {
  if (retailers.length < 2) return gridColumns(kind)
  const ofFirst = new Set(firstRetailerColumns(kind))
  return describeColumns([
    ...draftColumns(kind).map((column) =>
      ofFirst.has(column) ? { ...column, around: [t`First retailer`, ...column.around.slice(1)] } : column,
    ),
    ...retailerColumns(kind, retailers),
  ])
}

function describeColumns(columns: readonly DraftColumn[]): GridColumns {
  const words = columns.map(({ around, label }) =>
    bareLabels.has(label) && around.length > 0 ? around : [...around, label],
  )
  const titleCounts = countTitles(words)
  const columnsByName = new Map<string, GridColumn>(
    columns.map((column, index) => {
      const parts = words[index] ?? [column.label]
      const suffixes = parts.map((_, from) => joinLabels(parts.slice(parts.length - 1 - from)))
      const title =
        suffixes.find((name) => isUnique(titleCounts.get(name), parts.length)) ?? joinLabels(parts)
      const isNumber = column.input === 'integer' || column.input === 'decimal'
      return [column.column, { ...column, title, choices: choicesOf(column), isNumber }]
    }),
  )
  for (const column of columnsByName.values()) {
    const [, place] = column.isNumber ? (/^(.+)\/(?:measure|text)$/.exec(column.column) ?? []) : []
    const unit = columnsByName.get(`${place}/uom`)
    if (unit) column.unit = unit
  }
  return columnsByName
}

/** How many columns could have a title: in total, and at the smallest depth at which it occurs. */
interface TitleCounts {
  all: number
  depth: number
  atDepth: number
}

function countTitles(words: readonly (readonly string[])[]): Map<string, TitleCounts> {
  const titleCounts = new Map<string, TitleCounts>()
  for (const parts of words)
    for (let from = 0; from < parts.length; from++) {
      const name = joinLabels(parts.slice(from))
      const { all, depth, atDepth } = titleCounts.get(name) ?? { all: 0, depth: parts.length, atDepth: 0 }
      const nearest = Math.min(depth, parts.length)
      const others = nearest === depth ? atDepth : 0
      titleCounts.set(name, {
        all: all + 1,
        depth: nearest,
        atDepth: others + (parts.length === nearest ? 1 : 0),
      })
    }
  return titleCounts
}

/** Whether a title is unique, or its column is the only one with this title at the smallest depth. */
const isUnique = (titleCounts: TitleCounts | undefined, depth: number): boolean =>
  titleCounts !== undefined &&
  (titleCounts.all === 1 || (titleCounts.depth === depth && titleCounts.atDepth === 1))

const joinLabels = (parts: readonly string[]): string => parts.join(' › ')

/** The options of a column, if it has any. */
export function choicesOf({ lookup, input, options }: DraftColumn): readonly Option[] | undefined {
  if (lookup) return undefined
  const offered =
    input === 'country'
      ? countryOptions
      : input === 'language'
        ? languageOptions
        : options?.filter(({ value }) => value !== '')
  if (input === 'view')
    return offered?.map(({ value }) => ({ value, label: `${viewLabel(value)} (${value})` }))
  return offered && offered.length > 0 ? offered : undefined
}

/** Whether a column accepts only its options. In other columns the options are suggestions. */
export const isClosed = ({ input }: GridColumn): boolean => input === 'choice' || input === 'flag'

/** Columns with a name that stands for the missing identifier of another column. */
const nameColumns: Readonly<Record<string, string>> = {
  'products/0/brandId': 'products/0/brandDescription',
}

/** The column with the name shown in a cell without an identifier, if there is one. */
export const nameColumnOf = ({ column }: Pick<GridColumn, 'column'>): string | undefined =>
  nameColumns[column]

/** Whether people write the values of a column in words, so that one value may have several spellings. */
export const hasFreeText = (column: GridColumn): boolean =>
  column.lookup === undefined &&
  !isClosed(column) &&
  !column.isNumber &&
  column.input !== 'gtin' &&
  column.input !== 'url'

/** Default columns of a feed kind. The first is the item's name, which is frozen. */
export const standardColumns = (kind: FeedKind): readonly string[] =>
  kinds[kind].gridColumns.filter((column) => gridColumns(kind).has(column))

/** The column with the item's name: always visible, first and frozen. */
export const nameColumn = (kind: FeedKind): string => kinds[kind].gridColumns[0] ?? ''

/** Default width of a column, in pixels. */
export function standardWidth(column: GridColumn, isName: boolean): number {
  if (isName) return 240
  // The title names the retailer as well.
  if (column.retailer !== undefined) return 260
  if (column.input === 'paragraph') return 260
  if (column.lookup) return 190
  if (column.input === 'gtin') return 150
  if (column.input === 'url') return 220
  if (column.isNumber || column.input === 'unit' || column.input === 'flag') return 120
  return 160
}

/** Display text of a cell, which may differ from the stored text: `Yes` for `Y`, `2,5` for `2.5`. */
export const shownText = (column: GridColumn, text: string): string =>
  column.input === 'decimal'
    ? decimalWords(text)
    : (column.choices?.find(({ value }) => value === text)?.label ?? text)

/** The text to store for a typed or pasted text. The label of an option is replaced by its value. */
export function storedText(column: GridColumn, typed: string): string | null {
  const text = column.input === 'paragraph' ? typed : typed.trim()
  if (text === '') return null
  if (column.isNumber) return typedNumber(text)
  return column.choices ? (choiceNamed(column, text) ?? text) : text
}

/** The option value that a text names: by value, by label, or by another common name. */
export function choiceNamed({ input, choices = [] }: GridColumn, text: string): string | undefined {
  const folded = fold(text)
  const choice = choices.find(({ value, label }) => fold(value) === folded || fold(label) === folded)
  if (choice) return choice.value
  if (input === 'unit') return unitOf(text)?.code
  if (input === 'country') return readCountry(text)
  return input === 'view' ? choices.find(({ value }) => fold(viewLabel(value)) === folded)?.value : undefined
}

/**
 * Number of library columns before the columns of the draft: row numbers and pictures, which are never
 * selected.
 */
export const leadingColumns = 2
