import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/layout/states.tsx'
import { hasConditions, isFiltered, wholeCatalog } from '../catalog-address.ts'
import { EmptyCatalog } from '../empty-catalog.tsx'

interface NoItemsProps {
  selection: CatalogSelection
  error: unknown
  onRetry: () => void
  onSelectionChange: (selection: CatalogSelection) => void
}

/**
 * Shown instead of an empty list: no matches, an empty catalog or a failed search, each with the next
 * actions.
 */
export function NoItems({ selection, error, onRetry, onSelectionChange }: NoItemsProps) {
  if (error)
    return <ErrorState title={t`The catalog could not be searched`} error={error} onRetry={onRetry} />
  return hasConditions(selection) ? (
    <NothingFound selection={selection} onSelectionChange={onSelectionChange} />
  ) : (
    <EmptyCatalog />
  )
}

/** Maximum number of brands suggested for a mistyped search. */
const maxSuggestions = 3

function NothingFound({
  selection,
  onSelectionChange,
}: Pick<NoItemsProps, 'selection' | 'onSelectionChange'>) {
  const text = selection.text.trim()
  const hasFilters = isFiltered(selection)
  // A query with field syntax is not a name; its errors are shown above the list.
  const isName = text.length > 2 && !/[:<>="]/.test(text)
  const code = useQuery(
    rpc.catalog.pickItem.queryOptions({
      input: { text, limit: 1 },
      enabled: isName && /\d{6}/.test(text),
      retry: false,
    }),
  ).data
  const brands = useQuery(
    rpc.catalog.near.queryOptions({
      input: { kind: 'brand', text },
      enabled: isName && !/\d{6}/.test(text),
      retry: false,
    }),
  ).data
  const corrected = useQuery(
    rpc.catalog.correctedText.queryOptions({ input: selection, enabled: text !== '', retry: false }),
  ).data
  const search = (next: string) => onSelectionChange({ ...selection, text: next })
  const mended = code?.checkDigit === undefined ? undefined : `${text.slice(0, -1)}${code.checkDigit}`
  return (
    <EmptyState
      icon={SearchX}
      title={text === '' ? t`No item has all of these filters` : t`Nothing found for “${text}”`}
      action={
        <>
          {corrected && (
            <Button variant="primary" onClick={() => search(corrected)}>
              <Trans>Search {corrected}</Trans>
            </Button>
          )}
          {mended !== undefined && (
            <Button onClick={() => search(mended)}>
              <Trans>Search {mended}</Trans>
            </Button>
          )}
          {brands?.slice(0, maxSuggestions).map(({ id, name }) => (
            <Button key={id} onClick={() => onSelectionChange({ ...selection, text: '', brandIds: [id] })}>
              <Trans>Brand {name}</Trans>
            </Button>
          ))}
          {hasFilters && text !== '' && (
            <Button onClick={() => onSelectionChange({ ...wholeCatalog, text: selection.text })}>
              <Trans>Search without filters</Trans>
            </Button>
          )}
          {hasFilters && text !== '' && (
            <Button onClick={() => search('')}>
              <Trans>Filters without words</Trans>
            </Button>
          )}
          <Button onClick={() => onSelectionChange(wholeCatalog)}>
            {text === '' ? t`Clear filters` : hasFilters ? t`Clear both` : t`Clear the search`}
          </Button>
        </>
      }
    >
      {mended !== undefined
        ? t`The last digit does not fit the others: one digit of the code was mistyped.`
        : code?.isCode
          ? t`No item of this catalog has the product code. A feed can create one.`
          : corrected
            ? t`Did you mean “${corrected}”?`
            : brands?.length
              ? t`Did you mean a brand?`
              : text === ''
                ? t`Items must have one value of each filter. Take one of the filters away.`
                : t`Every word must occur in the name, brand or texts; a code must be complete or be its beginning.`}
    </EmptyState>
  )
}
