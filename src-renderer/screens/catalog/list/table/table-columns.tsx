/** The columns that the table can show. The id of a sortable column is its sort key. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { allergenName } from '../../../../../src-shared/allergens/find-allergens.ts'
import { type CatalogRow, type SortKey, sortKeys } from '../../../../../src-shared/catalog/model.ts'
import { nutrientLabel, nutrientOrder } from '../../../../../src-shared/nutrition/model.ts'
import { viewLabel } from '../../../../../src-shared/views.ts'
import { said } from '../../../../texts/translate-message.ts'
import { amountWords, dateAndTime, dateOnly, decimalWords, wholeNumber } from '../../../../ui/text/words.ts'
import { findingWords } from '../../../evidence/finding-words.ts'
import { useIsCountingScores } from '../../catalog-scores.tsx'
import { Highlighted } from '../../search/highlight.tsx'

export interface TableColumn {
  id: string
  label: string
  /** Default width, in pixels. */
  width: number
  /** Share of the free width of a wide window; none for a column whose texts all fit. */
  grows?: number
  /** Aligned to the right, for numbers and dates. */
  isNumber?: boolean
  /** The values are scores by the default profile, which the header names. */
  isScore?: boolean
  /** Plain text of a cell, also shown as its tooltip. */
  text: (row: CatalogRow) => string
  /** The cell shows less than `text`, which is then set as its description. */
  needsDescription?: boolean
  /** Renders the cell if it is more than its text. */
  draw?: (row: CatalogRow, words: readonly string[]) => ReactNode
}

const highlighted =
  (text: (row: CatalogRow) => string) =>
  (row: CatalogRow, words: readonly string[]): ReactNode => <Highlighted text={text(row)} words={words} />

const withHighlights = (column: Omit<TableColumn, 'draw'>): TableColumn => ({
  ...column,
  draw: highlighted(column.text),
})

/** Name and picture; always the first column. */
const nameColumn: TableColumn = { id: 'name', label: t`Name`, width: 240, grows: 3, text: ({ name }) => name }

const allColumns: readonly TableColumn[] = [
  nameColumn,
  withHighlights({ id: 'brand', label: t`Brand`, width: 112, grows: 1, text: ({ brand }) => brand }),
  withHighlights({
    id: 'manufacturer',
    label: t`Manufacturer`,
    width: 180,
    grows: 1,
    text: ({ manufacturer }) => manufacturer,
  }),
  { id: 'category', label: t`Category`, width: 128, grows: 2, text: ({ category }) => category },
  { id: 'size', label: t`Net content`, width: 92, isNumber: true, text: ({ size }) => amountWords(size) },
  withHighlights({ id: 'gtin', label: 'GTIN', width: 124, text: ({ code }) => code }),
  {
    id: 'completeness',
    label: t`Completeness`,
    width: 104,
    isScore: true,
    text: ({ completeness }) => (completeness === undefined ? '' : t`${completeness} % complete`),
    needsDescription: true,
    draw: ({ completeness }) => <Completeness percent={completeness} />,
  },
  {
    id: 'images',
    label: t`Pictures`,
    width: 80,
    isNumber: true,
    text: ({ imageCount }) => String(imageCount),
  },
  {
    id: 'views',
    label: t`Views`,
    width: 200,
    text: ({ views }) => views.map((view) => viewLabel(view)).join('; '),
  },
  {
    id: 'findings',
    label: t`Picture check`,
    width: 160,
    grows: 1,
    text: ({ findings = [] }) =>
      findings.map(({ kind, count }) => `${findingWords[kind].label}: ${wholeNumber(count)}`).join('; '),
  },
  { id: 'packageType', label: t`Package`, width: 120, grows: 1, text: ({ packageType }) => packageType },
  { id: 'status', label: t`Status`, width: 120, text: ({ status }) => said(status) },
  {
    id: 'updated',
    label: t`Last updated`,
    width: 120,
    isNumber: true,
    text: ({ lastUpdated }) => dateAndTime(lastUpdated),
    needsDescription: true,
    draw: ({ lastUpdated }) => lastUpdated && dateOnly(lastUpdated),
  },
  {
    id: 'energy',
    label: t`kcal per 100 g or ml`,
    width: 96,
    isNumber: true,
    text: ({ energy }) => (energy === undefined ? '' : decimalWords(String(energy))),
  },
  {
    id: 'servingEnergy',
    label: t`kcal per serving`,
    width: 96,
    isNumber: true,
    text: ({ contents }) => decimalWords(contents?.servingEnergy ?? ''),
  },
  {
    id: 'allergens',
    label: t`Allergens`,
    width: 160,
    grows: 1,
    text: ({ allergens = [] }) => allergens.map(allergenName).join(', '),
  },
  {
    id: 'ingredients',
    label: t`Ingredients`,
    width: 260,
    grows: 3,
    text: ({ contents }) => contents?.ingredients ?? '',
  },
  ...nutrientOrder.map((name): TableColumn => {
    const label = nutrientLabel(name)
    return {
      id: name,
      label: t`${label} per 100 g or ml`,
      width: 112,
      isNumber: true,
      text: ({ contents }) => amountWords(contents?.nutrients[name] ?? ''),
    }
  }),
  { id: 'id', label: t`Item`, width: 120, text: ({ id }) => id },
]
const byId = new Map(allColumns.map((column) => [column.id, column]))

const defaultColumns = ['name', 'brand', 'size', 'gtin', 'category', 'completeness']

/**
 * The chosen columns that exist, without duplicates and with the name first. If none are chosen: the default
 * columns.
 */
export function shownColumns(chosen: readonly string[]): TableColumn[] {
  const ids = chosen.length > 0 ? chosen : defaultColumns
  return [...new Set(['name', ...ids])].flatMap((id) => byId.get(id) ?? [])
}

/** The columns that are not shown, in default order. */
export const hiddenColumns = (shown: readonly TableColumn[]): TableColumn[] =>
  allColumns.filter((column) => !shown.includes(column))

/** Sort keys to choose from, with their labels. */
export const sortChoices = allColumns.flatMap(({ id, label }) => {
  const by = sortKeys.find((key) => key === id)
  return by ? [{ by, label }] : []
})
export const sortKeyOf = (id: string): SortKey | undefined => sortKeys.find((key) => key === id)

/** An item without a score: it is not counted yet, or the profile does not apply to it. */
function NoScore() {
  return useIsCountingScores() ? (
    <span className="text-xs text-ink-faint" title={t`The completeness is being counted`}>
      <Trans>Counting…</Trans>
    </span>
  ) : null
}

function Completeness({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <NoScore />
  if (percent === 100)
    return (
      <span className="inline-flex items-center gap-1 text-good">
        <Check className="size-3.5" aria-hidden />
        <span className="tabular">100 %</span>
      </span>
    )
  return (
    <>
      {percent < 50 ? (
        <CircleAlert className="me-2 inline size-3.5 align-[-0.15em] text-warn" aria-hidden />
      ) : (
        <span
          aria-hidden
          className="me-2 inline-block h-1 w-8 rounded-full align-middle forced-colors:border"
          style={{
            background: `linear-gradient(to right, var(--color-edge) ${percent}%, var(--color-pressed) 0)`,
          }}
        />
      )}
      <span className="tabular">{percent} %</span>
    </>
  )
}
