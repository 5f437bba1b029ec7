import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CatalogRow, CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { client } from '../../../rpc/client.ts'
import { usePrintedSheet } from '../../../shell/print/printing.ts'
import { dateOnly, wholeNumber } from '../../../ui/text/words.ts'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { type CatalogQuery, isFiltered } from '../catalog-address.ts'

/** Maximum number of items on a printed sheet. */
const maxPrinted = 500

/**
 * Prints the items that were found, each with its picture, while the list is shown alone.
 * @param isShown false while an item is open, which is printed instead
 */
export function usePrintedList({ selection, sort }: CatalogQuery, isShown: boolean): void {
  usePrintedSheet(async () => {
    if (!isShown) return undefined
    const page = await client.catalog.search({ ...selection, sort, offset: 0, limit: maxPrinted })
    return <PrintedList rows={page.rows} total={page.total} selection={selection} />
  })
}

interface PrintedListProps {
  rows: readonly CatalogRow[]
  total: number
  selection: CatalogSelection
}

/** A sheet with the picture, name, size and code of each item. */
function PrintedList({ rows, total, selection }: PrintedListProps) {
  const text = selection.text.trim()
  const count = plural(total, { one: '# item', other: '# items' })
  const facts = [
    rows.length < total ? t`The first ${wholeNumber(rows.length)} of ${count}` : count,
    isFiltered(selection) && t`Filtered`,
    dateOnly(Date.now()),
  ]
  return (
    <>
      <h1 className="text-xl font-semibold">{text === '' ? t`Catalog` : t`Search: ${text}`}</h1>
      <p className="mb-4 text-sm text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      <ul className="grid grid-cols-4 gap-3">
        {rows.map((row) => (
          <li key={row.id} className="break-inside-avoid rounded-md border border-line p-2 text-xs">
            <Thumbnail
              url={row.thumbnail}
              // Below a thumbnail it would be blurred, which makes a PDF slow and large.
              placeholder={row.thumbnail === undefined ? row.placeholder : undefined}
              isEager
              className="h-24 w-full"
            />
            <p className="mt-1 font-semibold" dir="auto">
              {row.name || <Trans>No name</Trans>}
            </p>
            <p dir="auto">{[row.brand, row.size].filter(Boolean).join(' · ')}</p>
            <p className="tabular">{row.code}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
