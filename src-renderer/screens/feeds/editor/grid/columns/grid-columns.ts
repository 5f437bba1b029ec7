import { t } from '@lingui/core/macro'
import { type DraftColumn, draftColumns } from '../../../../../../src-shared/feeds/draft/columns.ts'
import { type FeedKind, kinds } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { fold } from '../../../../../../src-shared/values/fold.ts'
import { readCountry } from '../../../../../../src-shared/values/read-country.ts'
import { unitOf } from '../../../../../../src-shared/values/units.ts'
import { viewLabel } from '../../../../../../src-shared/views.ts'
import type { Option } from '../../../../../../src-shared/vocabulary/kit/leaf.ts'
import { typedNumber } from '../../../../../form/fields/typed-number.ts'
import { countryOptions, languageOptions } from '../../../../../form/inputs/options.ts'

/** A column of the draft with what the grid shows of it. */
export interface GridColumn extends DraftColumn {
  /** Its name among all columns: as short as it can be told from the others. */
  title: string
  /** What its cells can hold, where that is a list. */
  choices: readonly Option[] | undefined
  isNumber: boolean
  /** The column with the unit of its numbers. */
  unit?: GridColumn
}

/** Labels that say nothing beside the element they stand in. */
const bareLabels = new Set([t`Text`, t`Measure`, t`Amount`])

const known = new Map<FeedKind, ReadonlyMap<string, GridColumn>>()

/** Every column of a kind of feed, by its name in the contract. */
export function gridColumns(kind: FeedKind): ReadonlyMap<string, GridColumn> {
  const found = known.get(kind)
  if (found) return found
  const columns = draftColumns(kind)
  const words = columns.map(({ around, label }) =>
    bareLabels.has(label) && around.length > 0 ? around : [...around, label],
  )
  const uses = usesOf(words)
  const made = new Map<string, GridColumn>(
    columns.map((column, index) => {
      const parts = words[index] ?? [column.label]
      const suffixes = parts.map((_, from) => titled(parts.slice(parts.length - 1 - from)))
      const title = suffixes.find((name) => isItsOwn(uses.get(name), parts.length)) ?? titled(parts)
      const isNumber = column.input === 'integer' || column.input === 'decimal'
      return [column.column, { ...column, title, choices: choicesOf(column), isNumber }]
    }),
  )
  for (const column of made.values()) {
    const [, place] = column.isNumber ? (/^(.+)\/(?:measure|text)$/.exec(column.column) ?? []) : []
    const unit = made.get(`${place}/uom`)
    if (unit) column.unit = unit
  }
  known.set(kind, made)
  return made
}

/** How often a name could be used: in all, and by the columns that are nearest to the item, at which depth. */
interface Uses {
  all: number
  depth: number
  atDepth: number
}

function usesOf(words: readonly (readonly string[])[]): Map<string, Uses> {
  const uses = new Map<string, Uses>()
  for (const parts of words)
    for (let from = 0; from < parts.length; from++) {
      const name = titled(parts.slice(from))
      const { all, depth, atDepth } = uses.get(name) ?? { all: 0, depth: parts.length, atDepth: 0 }
      const nearest = Math.min(depth, parts.length)
      const others = nearest === depth ? atDepth : 0
      uses.set(name, { all: all + 1, depth: nearest, atDepth: others + (parts.length === nearest ? 1 : 0) })
    }
  return uses
}

/** A name is a column's own where no other could have it, or none so near to the item. */
const isItsOwn = (uses: Uses | undefined, depth: number): boolean =>
  uses !== undefined && (uses.all === 1 || (uses.depth === depth && uses.atDepth === 1))

const titled = (parts: readonly string[]): string => parts.join(' › ')

/** What a column can hold, where that is a list. */
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

/** Whether a cell may hold only what its column offers; elsewhere the choices are suggestions. */
export const isClosed = ({ input }: GridColumn): boolean => input === 'choice' || input === 'flag'

/** The columns of someone who has not chosen any; the first is the item's name, which stays in sight. */
export const standardColumns = (kind: FeedKind): readonly string[] =>
  kinds[kind].gridColumns.filter((column) => gridColumns(kind).has(column))

/** The column that names an item: always shown, first, and frozen. */
export const nameColumn = (kind: FeedKind): string => kinds[kind].gridColumns[0] ?? ''

/** In pixels, for a column that nobody made wider or narrower. */
export function standardWidth(column: GridColumn, isName: boolean): number {
  if (isName) return 240
  if (column.input === 'paragraph') return 260
  if (column.lookup) return 190
  if (column.input === 'gtin') return 150
  if (column.input === 'url') return 220
  if (column.isNumber || column.input === 'unit' || column.input === 'flag') return 120
  return 160
}

/** The words of a cell, which may be another text than is stored: `Yes` for `Y`. */
export const shownText = (column: GridColumn, text: string): string =>
  column.choices?.find(({ value }) => value === text)?.label ?? text

/** The text to store for what was pasted or typed: the words of a choice stand for its value. */
export function storedText(column: GridColumn, typed: string): string | null {
  const text = column.input === 'paragraph' ? typed : typed.trim()
  if (text === '') return null
  if (column.isNumber) return typedNumber(text)
  return column.choices ? (choiceNamed(column, text) ?? text) : text
}

/** The value of a column's choices that words mean: its own, its label, or what else people call it. */
export function choiceNamed({ input, choices = [] }: GridColumn, text: string): string | undefined {
  const folded = fold(text)
  const choice = choices.find(({ value, label }) => fold(value) === folded || fold(label) === folded)
  if (choice) return choice.value
  if (input === 'unit') return unitOf(text)?.code
  if (input === 'country') return readCountry(text)
  return input === 'view' ? choices.find(({ value }) => fold(viewLabel(value)) === folded)?.value : undefined
}

/** Columns of the library before those of the draft: the row numbers and the pictures, which are never selected. */
export const leadingColumns = 2
