/** The columns that the table can show. A column that the engine can sort by has its key as identifier. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { basics, type CatalogRow, type SortKey, sortKeys } from '../../../../../src-shared/catalog/model.ts'
import { viewLabel } from '../../../../../src-shared/views.ts'
import { said } from '../../../../texts/said.ts'
import { dateAndTime, dateOnly } from '../../../../ui/text/words.ts'
import { Marked } from '../../search/highlight.tsx'

export interface TableColumn {
  id: string
  label: string
  /** Usual width, in pixels. */
  width: number
  /** Numbers and dates end at the right. */
  isNumber?: boolean
  /** The text of a cell, which its hint shows whole. */
  text: (row: CatalogRow) => string
  /** The cell says less than its text, which is then told beside it. */
  isSaidOtherwise?: boolean
  /** The cell, where it is more than its text. */
  draw?: (row: CatalogRow, words: readonly string[]) => ReactNode
}

const marked =
  (text: (row: CatalogRow) => string) =>
  (row: CatalogRow, words: readonly string[]): ReactNode => <Marked text={text(row)} words={words} />

const withMarks = (column: Omit<TableColumn, 'draw'>): TableColumn => ({
  ...column,
  draw: marked(column.text),
})

/** The name, with its picture, is always the first. */
const nameColumn: TableColumn = { id: 'name', label: t`Name`, width: 240, text: ({ name }) => name }

const allColumns: readonly TableColumn[] = [
  nameColumn,
  withMarks({ id: 'brand', label: t`Brand`, width: 112, text: ({ brand }) => brand }),
  withMarks({
    id: 'manufacturer',
    label: t`Manufacturer`,
    width: 180,
    text: ({ manufacturer }) => manufacturer,
  }),
  { id: 'category', label: t`Category`, width: 128, text: ({ category }) => category },
  { id: 'size', label: t`Size`, width: 76, isNumber: true, text: ({ size }) => size },
  withMarks({ id: 'gtin', label: 'GTIN', width: 124, text: ({ code }) => code }),
  {
    id: 'completeness',
    label: t`Basic facts`,
    width: 104,
    text: ({ completeness }) =>
      completeness === undefined ? '' : t`${completeness} % of ${basics.length} basic facts`,
    isSaidOtherwise: true,
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
    isSaidOtherwise: true,
    draw: ({ views }) => views.join(' '),
  },
  { id: 'packageType', label: t`Package`, width: 120, text: ({ packageType }) => packageType },
  { id: 'status', label: t`Status`, width: 120, text: ({ status }) => said(status) },
  {
    id: 'updated',
    label: t`Last updated`,
    width: 120,
    isNumber: true,
    text: ({ lastUpdated }) => dateAndTime(lastUpdated),
    isSaidOtherwise: true,
    draw: ({ lastUpdated }) => lastUpdated && dateOnly(lastUpdated),
  },
  { id: 'id', label: t`Item`, width: 120, text: ({ id }) => id },
]
const byId = new Map(allColumns.map((column) => [column.id, column]))

const usualColumns = ['name', 'brand', 'size', 'gtin', 'category', 'completeness']

/** The chosen columns that exist, each once, the name first; the usual ones where none are chosen. */
export function shownColumns(chosen: readonly string[]): TableColumn[] {
  const ids = chosen.length > 0 ? chosen : usualColumns
  return [...new Set(['name', ...ids])].flatMap((id) => byId.get(id) ?? [])
}

/** The columns that are not shown, in their usual order. */
export const hiddenColumns = (shown: readonly TableColumn[]): TableColumn[] =>
  allColumns.filter((column) => !shown.includes(column))

/** Orders that a person can choose, in words. */
export const sortChoices = allColumns.flatMap(({ id, label }) => {
  const by = sortKeys.find((key) => key === id)
  return by ? [{ by, label }] : []
})
export const sortKeyOf = (id: string): SortKey | undefined => sortKeys.find((key) => key === id)

function Completeness({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return null
  if (percent === 100)
    return (
      <span className="inline-flex items-center gap-1 text-good">
        <Check className="size-3.5" aria-hidden />
        <Trans>All</Trans>
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
