/**
 * The catalog screen: search and browse items. Search, filters and order are in the address. Views, columns
 * and the scroll position are saved with the workspace (catalog-memory.ts) and restored when the screen is
 * opened again. On wide windows the open item is shown next to the list.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { MousePointerClick } from 'lucide-react'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'
import type { CatalogChoices } from '../../../src-shared/catalog/screen.ts'
import { useCommands } from '../../shell/commands/command-registry.ts'
import { itemCommands } from '../../shell/commands/shortcuts.tsx'
import { useScannedCode } from '../../shell/scanned-codes.ts'
import { useScanner } from '../../shell/use-scanner.ts'
import { useTitle } from '../../ui/layout/page-header.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { DraftSearch } from '../feeds/editor/draft-search.tsx'
import { ItemScreen, type ItemTab } from '../item/item-screen.tsx'
import { firstDraftKind, useCreateDraft } from '../item/use-create-draft.ts'
import {
  type CatalogQuery,
  hasConditions,
  isFiltered,
  readCatalogQuery,
  writeCatalogQuery,
} from './catalog-address.ts'
import { changeChoices, restoredPlace, savedPlace, savePlace, useCatalogChoices } from './catalog-memory.ts'
import { CatalogToolbar, ResultBar } from './catalog-toolbar.tsx'
import { ChoiceBar, type ChoiceBarHandle } from './choice-bar.tsx'
import { useFacets } from './facets/facets.ts'
import { FacetsPanel } from './facets/facets-panel.tsx'
import { FilterChips } from './facets/filter-chips.tsx'
import { isChosen } from './item-choice.ts'
import { ItemsView, type ListMover } from './list/items-view.tsx'
import { NoItems } from './list/no-items.tsx'
import { usePrintedList } from './list/printed-list.tsx'
import { shownColumns } from './list/table/table-columns.tsx'
import type { CatalogRows } from './list/use-catalog-rows.ts'
import { SearchBox } from './search/search-box.tsx'
import { SearchNotes } from './search/search-notes.tsx'
import { useCatalogKeys } from './use-catalog-keys.ts'
import { useCatalogLayout } from './use-catalog-layout.ts'
import { useCatalogQuery } from './use-catalog-query.ts'
import { useItemPlace } from './use-item-place.ts'
import { useChoosing } from './use-item-selection.ts'

/** Renders nothing until the saved choices are loaded, so the screen never flashes another view first. */
export function CatalogScreen({ itemId }: { itemId?: string | undefined }) {
  const choices = useCatalogChoices()
  const isRestored = useRestoredAddress(choices !== undefined, itemId)
  return choices && isRestored ? <Catalog itemId={itemId} choices={choices} /> : null
}

/**
 * Restores the last search and item when the screen is opened from the menu or at program start. An address
 * with a query is kept.
 * @returns whether the address is final and the catalog can be rendered
 */
function useRestoredAddress(isRead: boolean, itemId: string | undefined): boolean {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    if (!isRead || isRestored) return
    const restored = restoredPlace(search, itemId)
    if (restored) {
      const id = itemId ?? restored.itemId
      navigate(`/catalog${id === undefined ? '' : `/${encodeURIComponent(id)}`}${restored.address}`, {
        replace: true,
      })
    } else if (writeCatalogQuery(readCatalogQuery(search)) !== savedPlace().address)
      savePlace({ first: 0, active: 0, total: 0, selected: { all: false, ids: [] } })
    setRestored(true)
  }, [isRead, isRestored, search, itemId, navigate])
  return isRestored
}

function Catalog({ itemId, choices }: { itemId: string | undefined; choices: CatalogChoices }) {
  'use memo'
  const [, navigate] = useLocation()
  const { query, text, setText, setQuery, address } = useCatalogQuery(itemId)
  const { selection, sort } = query
  const choosing = useChoosing(selection)
  const layout = useCatalogLayout(itemId !== undefined, choices)
  useEffect(() => savePlace({ itemId }), [itemId])

  const hrefOf = useCallback((id: string) => `/catalog/${encodeURIComponent(id)}${address}`, [address])
  const close = () => navigate(`/catalog${address}`)
  const setSelection = (next: CatalogSelection) => setQuery({ selection: next, sort })
  const setSort = (next: CatalogQuery['sort']) => setQuery({ selection, sort: next })
  const openAddress = (kept: string) => setQuery(readCatalogQuery(kept))

  const searchField = useRef<HTMLInputElement>(null)
  const listArea = useRef<HTMLDivElement>(null)
  const focusList = () => listArea.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  const [rows, setRows] = useState<CatalogRows>()
  const onRows = useCallback(
    // The rows are drawn first; the count and the notes around them follow in a transition.
    (next: CatalogRows) =>
      startTransition(() => setRows((before) => (before && isSameResult(before, next) ? before : next))),
    [],
  )
  const total = rows?.total ?? 0
  // A click selects the item that it opens. If only this item is selected, no selection bar is shown, and the
  // selection moves with the open item.
  const selectsOpenOnly =
    itemId !== undefined &&
    choosing.choice.kind === 'some' &&
    choosing.size === 1 &&
    isChosen(choosing.choice, itemId)
  const isChoosing = choosing.size > 0 && !selectsOpenOnly
  const place = useItemPlace(query, itemId, total, (id) => {
    if (selectsOpenOnly) choosing.only(id)
    navigate(hrefOf(id), { replace: true })
  })
  const listMove = useRef<ListMover>(null)
  const [itemTab, setItemTab] = useState<ItemTab>()
  const itemArea = useRef<HTMLDivElement>(null)
  const [itemHasFocus, setItemHasFocus] = useState(false)
  if (itemId === undefined && (itemTab || itemHasFocus)) {
    setItemTab(undefined)
    setItemHasFocus(false)
  }
  const step = (by: number) => {
    if (itemId === undefined) {
      focusList()
      listMove.current?.by(by)
      return
    }
    // The next item replaces this one and keeps the focus if this one had it.
    setItemHasFocus(itemArea.current?.contains(document.activeElement) === true)
    place.step(by)
  }
  const createDraft = useCreateDraft()
  const choiceBar = useRef<ChoiceBarHandle>(null)
  usePrintedList(query, itemId === undefined)
  useCommands(t`Items`, [
    { ...itemCommands.next, run: () => step(1) },
    { ...itemCommands.previous, run: () => step(-1) },
    {
      ...itemCommands.select,
      run: () => {
        if (itemId === undefined) listMove.current?.toggle()
        else choosing.set([itemId], !isChosen(choosing.choice, itemId))
      },
    },
    // An open item offers the command itself.
    ...(itemId === undefined
      ? [
          {
            ...itemCommands.edit,
            run: () => {
              if (isChoosing) {
                choiceBar.current?.draft()
                return
              }
              const active = listMove.current?.activeId()
              if (active !== undefined && firstDraftKind && !createDraft.isPending)
                createDraft.mutate({ kind: firstDraftKind, fromItemIds: [active] })
            },
          },
        ]
      : []),
  ])
  const facets = useFacets(selection, rows?.isStale !== true && (layout.showsFacets || isFiltered(selection)))
  useCatalogKeys({
    onSearch: () => {
      // Closes the item synchronously: the next letter may be typed before the next frame, and a hidden field
      // cannot receive it.
      if (layout.isItemInsteadOfList) flushSync(close)
      searchField.current?.focus()
      searchField.current?.select()
    },
    onFilters: () => layout.showFacets(!layout.showsFacets),
    onEscape: () => {
      if (itemId !== undefined) close()
    },
  })
  useScanner(useScannedCode({ open: (id) => navigate(hrefOf(id)), list: setText }))
  useFocusReturn(itemId !== undefined, focusList)
  useTitle(itemId === undefined ? t`Catalog` : undefined)

  const rememberSearch = (words: string) => {
    const searched = words.trim()
    if (searched.length > 1)
      changeChoices({
        recent: [searched, ...choices.recent.filter((one) => one !== searched)].slice(0, 12),
      })
  }
  const alsoShowing = rows?.alsoShowing
  const isCounted = rows?.isTotalExact !== false
  const hasResult = rows !== undefined && !rows.isStale
  return (
    <div className="flex h-full min-h-0">
      {layout.showsFacets && !layout.isItemInsteadOfList && (
        <div
          className={clsx(
            'shrink-0 border-e border-line print:hidden',
            layout.facetsFloat ? 'absolute inset-y-0 z-40 w-64 shadow-popup' : 'w-60',
          )}
        >
          <FacetsPanel
            selection={selection}
            shown={facets}
            choices={choices}
            onSelectionChange={setSelection}
            onAddress={openAddress}
            onClose={() => layout.showFacets(false)}
          />
        </div>
      )}
      <div
        ref={listArea}
        className={clsx(
          'flex min-h-0 min-w-0 flex-col',
          itemId !== undefined && 'print:hidden',
          layout.isItemInsteadOfList && 'hidden',
          layout.isBeside ? layout.listClass : 'flex-1',
        )}
      >
        <CatalogToolbar
          total={rows?.total}
          isCounted={isCounted}
          choices={choices}
          onViewPressed={focusList}
          search={
            <SearchBox
              field={searchField}
              text={text}
              onTextChange={setText}
              onLeave={(words) => {
                rememberSearch(words)
                focusList()
              }}
              choices={choices}
              address={address}
              onAddress={openAddress}
            />
          }
        />
        <ResultBar
          showsFacets={layout.showsFacets}
          onShowFacets={layout.showFacets}
          choices={choices}
          sort={sort}
          onSort={setSort}
          view={layout.view}
          isChoosing={isChoosing}
          end={
            <>
              <DraftSearch
                selection={selection}
                total={isCounted ? rows?.total : undefined}
                what={hasConditions(selection) ? 'search' : 'catalog'}
              />
              <ExportButton
                size="small"
                source={{ selection }}
                what={hasConditions(selection) ? t`of this search` : t`of the catalog`}
                screenColumns={shownColumns(choices.columns).map(({ id }) => id)}
                disabled={!rows?.total}
              />
            </>
          }
        >
          {isChoosing ? (
            <ChoiceBar ref={choiceBar} choosing={choosing} total={isCounted ? rows?.total : undefined} />
          ) : (
            <FilterChips selection={selection} facets={facets.facets} onSelectionChange={setSelection} />
          )}
        </ResultBar>
        {hasResult && (
          <SearchNotes
            text={text}
            problems={rows.problems ?? []}
            alsoShowing={alsoShowing ?? []}
            onTextChange={setText}
          />
        )}
        <ItemsView
          query={query}
          view={layout.view}
          choices={choices}
          openItemId={layout.isBeside ? itemId : undefined}
          followed={itemId === undefined ? undefined : { id: itemId, index: place.index ?? undefined }}
          mover={listMove}
          showsItems={layout.isBeside}
          choosing={choosing}
          onOpen={(id, how, index) => {
            if (how === 'chosen') rememberSearch(text)
            if (index !== undefined) place.cacheIndex(id, index)
            setItemHasFocus(false)
            navigate(hrefOf(id), { replace: how === 'browsing' })
          }}
          onClose={close}
          onSort={setSort}
          onRows={onRows}
          whenEmpty={(empty) => (
            <NoItems
              selection={selection}
              error={empty.error}
              onRetry={empty.retry}
              onSelectionChange={setSelection}
            />
          )}
        />
      </div>
      {(itemId !== undefined || layout.isBeside) && (
        <div
          ref={itemArea}
          className={clsx('min-h-0 min-w-0 flex-1', layout.isBeside && 'border-s border-line')}
        >
          {itemId === undefined ? (
            <EmptyState icon={MousePointerClick} title={t`No item is open`}>
              <Trans>Choose one on the left, by a click or by the arrow keys; it is shown here.</Trans>
            </EmptyState>
          ) : (
            <ItemScreen
              key={itemId}
              itemId={itemId}
              onClose={close}
              beside={layout.isBeside}
              takesFocus={!layout.isBeside || itemHasFocus}
              place={{ ...place, total, step }}
              tab={itemTab}
              onTab={setItemTab}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Whether the two results look the same to the parts of the screen around the rows. */
const isSameResult = (one: CatalogRows, other: CatalogRows): boolean =>
  one.total === other.total &&
  one.isTotalExact === other.isTotalExact &&
  one.isStale === other.isStale &&
  one.problems === other.problems &&
  one.alsoShowing === other.alsoShowing &&
  one.error === other.error

/** Moves the focus back to the list when the open item closes. */
function useFocusReturn(isOpen: boolean, focusList: () => void): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) focusList()
    wasOpen.current = isOpen
  })
}
