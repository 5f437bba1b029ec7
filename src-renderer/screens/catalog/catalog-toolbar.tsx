import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { CatalogFacets, CatalogSelection } from '../../../src-shared/rpc/catalog-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { Kbd } from '../../ui/keys.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { ExportButton } from '../export/export-button.tsx'
import { FacetFilter } from './facet-filter.tsx'
import { isNarrowed } from './selection-url.ts'

export interface CatalogToolbarProps {
  selection: CatalogSelection
  /** What stands in the search field, ahead of the selection while someone types. */
  text: string
  onTextChange: (text: string) => void
  onSelectionChange: (selection: CatalogSelection) => void
  onLeaveSearch: () => void
  searchField: RefObject<HTMLInputElement | null>
  total: number | undefined
}

/** Search, filters and the count, above the list. */
export function CatalogToolbar({
  selection,
  text,
  onTextChange,
  onSelectionChange,
  onLeaveSearch,
  searchField,
  total,
}: CatalogToolbarProps) {
  return (
    <header className="@container shrink-0 border-b border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 @3xl:px-6">
        {/* On a narrow list the title has a line of its own; else all stand in one. */}
        <div className="flex w-full items-center justify-between @3xl:contents">
          <div className="flex h-7 items-center gap-2 @3xl:mr-4">
            <h1 className="text-lg font-semibold">Catalog</h1>
            <span role="status" className="tabular pt-0.5 text-xs whitespace-nowrap text-ink-faint">
              {total === undefined ? '' : counted(total, 'item')}
            </span>
          </div>
          <div className="flex items-center gap-2 @3xl:order-last @3xl:ml-auto">
            {isNarrowed(selection) && (
              <Button
                variant="ghost"
                size="small"
                onClick={() => onSelectionChange({ text: '', brandIds: [], manufacturerIds: [] })}
              >
                Clear all
              </Button>
            )}
            <ExportButton
              source={{ selection }}
              what={isNarrowed(selection) ? 'of this search' : 'of the catalog'}
              disabled={!total}
            />
          </div>
        </div>
        <SearchField
          ref={searchField}
          label="Search the catalog"
          placeholder="Name, brand or code"
          aria-keyshortcuts="/"
          hint={<Kbd keys={['/']} />}
          value={text}
          onValueChange={onTextChange}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault()
              onLeaveSearch()
            } else if (event.key === 'Escape' && text !== '') onTextChange('')
          }}
          className="max-w-md min-w-40 flex-1"
        />
        <Facets selection={selection} onSelectionChange={onSelectionChange} />
      </div>
    </header>
  )
}

function Facets({
  selection,
  onSelectionChange,
}: Pick<CatalogToolbarProps, 'selection' | 'onSelectionChange'>) {
  // Each list counts what the other conditions leave, so that a second value can be added to the first.
  const brands = useFacet({ ...selection, brandIds: [] }, selection.brandIds.length > 0)
  const manufacturers = useFacet({ ...selection, manufacturerIds: [] }, selection.manufacturerIds.length > 0)
  return (
    <>
      <FacetFilter
        label="Brand"
        plural="brands"
        values={brands.facets?.brands}
        chosen={selection.brandIds}
        onChange={(brandIds) => onSelectionChange({ ...selection, brandIds })}
        onOpenChange={brands.setOpen}
      />
      <FacetFilter
        label="Manufacturer"
        plural="manufacturers"
        values={manufacturers.facets?.manufacturers}
        chosen={selection.manufacturerIds}
        onChange={(manufacturerIds) => onSelectionChange({ ...selection, manufacturerIds })}
        onOpenChange={manufacturers.setOpen}
      />
      <NotListedFilter selection={selection} onSelectionChange={onSelectionChange} />
    </>
  )
}

/** Only what the service no longer lists; offered where there is such. */
function NotListedFilter({
  selection,
  onSelectionChange,
}: Pick<CatalogToolbarProps, 'selection' | 'onSelectionChange'>) {
  const gone = useQuery(rpc.sync.state.queryOptions()).data?.itemsGone ?? 0
  const isOn = selection.notListed === true
  if (gone === 0 && !isOn) return null
  return (
    <Button
      aria-pressed={isOn}
      className={isOn ? 'border-accent! bg-accent-wash! text-accent-strong!' : ''}
      onClick={() => onSelectionChange({ ...selection, notListed: isOn ? undefined : true })}
    >
      No longer listed <span className="tabular text-ink-faint">{wholeNumber(gone)}</span>
    </Button>
  )
}

/** Counts are made only while someone looks at them, or needs the names of what is chosen. */
function useFacet(
  input: CatalogSelection,
  needed: boolean,
): { facets: CatalogFacets | undefined; setOpen: (open: boolean) => void } {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(
    rpc.catalog.facets.queryOptions({ input, enabled: open || needed, placeholderData: keepPreviousData }),
  )
  return { facets: data, setOpen }
}
