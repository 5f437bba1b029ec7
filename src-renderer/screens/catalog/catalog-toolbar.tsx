import { Combobox } from '@base-ui/react/combobox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, ChevronDown, Search } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { CatalogFacets, CatalogSelection, FacetValue } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { inputClass, SearchField } from '../../ui/field.tsx'
import { Kbd } from '../../ui/keys.tsx'
import { optionClass, usePopupPlace } from '../../ui/popup.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { ExportButton } from '../export/export-button.tsx'
import { DraftSearch } from '../feeds/draft-search.tsx'
import { isNarrowed } from './selection-url.ts'

interface CatalogToolbarProps {
  selection: CatalogSelection
  /** The text in the search field; the selection follows when typing pauses. */
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
            <DraftSearch
              selection={selection}
              total={total}
              what={isNarrowed(selection) ? 'this search' : 'the catalog'}
            />
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
  // Each filter counts the items that the other filters leave, so that a second value can be added to the first.
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

/** A switch to items that the service no longer lists; shown only when there are any. */
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

/** The values of a filter. They are counted only while the filter is open, or when names of chosen values are needed. */
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

/** The most rows drawn; a person finds the others by typing. */
const mostShown = 200

interface FacetFilterProps {
  /** `Brand` */
  label: string
  /** `brands` */
  plural: string
  /** The values in the present selection; undefined while they are counted. */
  values: FacetValue[] | undefined
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  onOpenChange: (open: boolean) => void
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** A button that opens a searchable list of values with how often each occurs; several can be chosen. */
function FacetFilter({ label, plural, values, chosen, onChange, onOpenChange }: FacetFilterProps) {
  const place = usePopupPlace()
  const [text, setText] = useState('')
  // Values chosen before the list opened stand first. The order then stays, so that no row moves under the pointer.
  const [pinned, setPinned] = useState(chosen)
  const all = pinnedFirst(values ?? [], chosen, pinned)
  const wanted = fold(text.trim())
  const matching = wanted === '' ? all : all.filter((value) => fold(value.name).includes(wanted))
  const chosenValues = all.filter((value) => chosen.includes(value.id))
  const more = matching.length - mostShown
  const [only] = chosenValues
  const choice =
    chosenValues.length === 1 && only ? only.name : chosen.length > 0 ? String(chosen.length) : undefined
  const caption = choice === undefined ? label : `${label}: ${choice}`
  return (
    <Combobox.Root
      multiple
      items={all}
      filteredItems={matching.slice(0, mostShown)}
      value={chosenValues}
      onValueChange={(next: FacetValue[]) => onChange(next.map((value) => value.id))}
      inputValue={text}
      onInputValueChange={(next, details) => {
        // The typed text stays after a choice, so that several matching values can be chosen.
        if (details.isItemPress) details.cancel()
        else setText(next)
      }}
      isItemEqualToValue={(one: FacetValue, other: FacetValue) => one.id === other.id}
      itemToStringLabel={(value: FacetValue) => value.name}
      onOpenChange={(open) => {
        if (open) {
          setText('')
          setPinned(chosen)
        }
        onOpenChange(open)
      }}
    >
      <Combobox.Trigger
        aria-label={caption}
        className={clsx(
          buttonClass(),
          'max-w-56 min-w-0',
          choice !== undefined && 'border-accent! bg-accent-wash! text-accent-strong!',
        )}
      >
        <span className="truncate">{caption}</span>
        <ChevronDown className="size-3.5 shrink-0 opacity-70" aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal container={place}>
        <Combobox.Positioner align="start" sideOffset={4} className="z-40">
          <Combobox.Popup
            aria-label={`Filter by ${label.toLowerCase()}`}
            className="popup flex w-72 flex-col"
          >
            <div className="relative p-2">
              <Search
                className="pointer-events-none absolute top-4 left-4.5 size-4 text-ink-faint"
                aria-hidden
              />
              <Combobox.Input
                aria-label={`Search ${plural}`}
                placeholder={`Search ${plural}`}
                className={clsx(inputClass(), 'h-8 pl-8')}
              />
            </div>
            <Combobox.Empty className="px-4 pb-3 text-sm text-ink-faint empty:hidden">
              {values === undefined ? 'Counting…' : `No ${plural} match.`}
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(22rem,calc(var(--available-height)-6rem))] overflow-y-auto px-2 pb-2 empty:hidden">
              {(value: FacetValue) => (
                <Combobox.Item
                  key={value.id}
                  value={value}
                  className={clsx(optionClass, 'grid-cols-[1rem_1fr_auto]! pr-2!')}
                >
                  <Combobox.ItemIndicator className="col-start-1">
                    <Check className="size-3.5" aria-hidden />
                  </Combobox.ItemIndicator>
                  <span className="col-start-2 min-w-0 truncate" title={value.name}>
                    {value.name}
                  </span>
                  <span className="tabular col-start-3 text-xs font-normal text-ink-faint">
                    {wholeNumber(value.count)}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Status className="border-t border-line px-4 py-2 text-xs text-ink-faint">
              {more > 0
                ? `${wholeNumber(more)} more: type to narrow`
                : counted(matching.length, label.toLowerCase(), plural)}
            </Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

/** The values with the pinned ones first. A chosen value stays in the list even when its count is zero. */
function pinnedFirst(
  values: readonly FacetValue[],
  chosen: readonly string[],
  pinned: readonly string[],
): FacetValue[] {
  const known = new Set(values.map((value) => value.id))
  const lost = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: id, count: 0 }))
  const first = values.filter((value) => pinned.includes(value.id))
  return [...lost, ...first, ...values.filter((value) => !pinned.includes(value.id))]
}
