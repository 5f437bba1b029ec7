import { useQuery } from '@tanstack/react-query'
import { Boxes, SearchX } from 'lucide-react'
import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { isFiltered, isNarrowed, wholeCatalog } from './catalog-address.ts'

/** In place of an empty list: nothing matches, the catalog is empty, or the search failed; and the way on. */
export function NoItems({
  selection,
  error,
  onRetry,
  onSelectionChange,
}: {
  selection: CatalogSelection
  error: unknown
  onRetry: () => void
  onSelectionChange: (selection: CatalogSelection) => void
}) {
  const role = useQuery(rpc.workspace.state.queryOptions()).data?.role
  if (error) return <ErrorState title="The catalog could not be searched" error={error} onRetry={onRetry} />
  if (isNarrowed(selection)) {
    const hasBoth = selection.text.trim() !== '' && isFiltered(selection)
    return (
      <EmptyState
        icon={SearchX}
        title="No items match"
        action={
          <>
            <Button onClick={() => onSelectionChange(wholeCatalog)}>Clear search and filters</Button>
            {hasBoth && (
              <Button onClick={() => onSelectionChange({ ...wholeCatalog, text: selection.text })}>
                Search without filters
              </Button>
            )}
          </>
        }
      >
        Every word must occur in the name, brand or texts; a code must be complete or be its beginning.
      </EmptyState>
    )
  }
  return role === 'connected' ? (
    <EmptyState
      icon={Boxes}
      title="The catalog is empty"
      action={
        <ButtonLink href="/sync" variant="primary">
          Go to Sync
        </ButtonLink>
      }
    >
      A sync brings the items of the service to this computer. They can then be read with no network.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Boxes}
      title="The catalog is empty"
      action={
        <ButtonLink href="/import" variant="primary">
          Import a file
        </ButtonLink>
      }
    >
      Import items from a CSV, TSV or JSON Lines file, or send a feed to this sandbox.
    </EmptyState>
  )
}
