/**
 * The catalog: find items and look at them. Owns the list with its search, filters and ticks; what is searched for
 * lives in the address, so that going back finds it again. On wide windows the open item stands beside the list.
 */
import clsx from 'clsx'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CatalogSelection } from '../../../src-shared/rpc/catalog-contract.ts'
import { useTitle } from '../../ui/page-header.tsx'
import { ItemScreen } from '../item/item-screen.tsx'
import { CatalogList } from './catalog-list.tsx'
import { CatalogToolbar } from './catalog-toolbar.tsx'
import { NoItems } from './no-items.tsx'
import { PickedBar } from './picked-bar.tsx'
import { usePickedItems } from './picked-items.ts'
import { readSelection, writeSelection } from './selection-url.ts'
import { useCatalogKeys } from './use-catalog-keys.ts'
import type { CatalogRows } from './use-catalog-rows.ts'
import { useSearchText } from './use-search-text.ts'
import { useNarrowWindow, useWideWindow } from './use-wide-window.ts'

export function CatalogScreen({ itemId }: { itemId?: string | undefined }) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const selection = useMemo(() => readSelection(search), [search])
  const query = writeSelection(selection)
  const picked = usePickedItems()
  const beside = useWideWindow() && itemId !== undefined
  const narrow = useNarrowWindow()
  const covered = itemId !== undefined && !beside

  const hrefOf = (id: string) => `/catalog/${encodeURIComponent(id)}${query}`
  const pathNow = itemId === undefined ? '/catalog' : `/catalog/${encodeURIComponent(itemId)}`
  const setSelection = (next: CatalogSelection) =>
    navigate(`${pathNow}${writeSelection(next)}`, { replace: true })
  const close = () => navigate(`/catalog${query}`)
  const [text, setText] = useSearchText(selection.text, (typed) =>
    setSelection({ ...selection, text: typed }),
  )

  const searchField = useRef<HTMLInputElement>(null)
  const listArea = useRef<HTMLDivElement>(null)
  const focusList = () => listArea.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  useCatalogKeys({
    onSearch: () => {
      if (covered) close()
      // The field is out of sight until the list is back.
      requestAnimationFrame(() => {
        searchField.current?.focus()
        searchField.current?.select()
      })
    },
    onEscape: () => {
      if (itemId !== undefined) close()
    },
  })
  useFocusReturn(itemId !== undefined, focusList)
  useTitle(itemId === undefined ? 'Catalog' : undefined)

  const [list, setList] = useState<Pick<CatalogRows, 'total' | 'isBehind' | 'error'>>()
  const onRows = useCallback((rows: Pick<CatalogRows, 'total' | 'isBehind' | 'error'>) => setList(rows), [])

  return (
    <div className="flex h-full min-h-0">
      <div
        ref={listArea}
        className={clsx(
          'flex min-h-0 min-w-0 flex-col',
          covered && 'hidden',
          beside ? 'w-[27rem] shrink-0' : 'flex-1',
        )}
      >
        <CatalogToolbar
          selection={selection}
          text={text}
          onTextChange={setText}
          onSelectionChange={setSelection}
          onLeaveSearch={focusList}
          searchField={searchField}
          total={list?.total}
        />
        <CatalogList
          selection={selection}
          narrow={beside || narrow}
          openItemId={beside ? itemId : undefined}
          picked={picked}
          hrefOf={hrefOf}
          onOpen={(id, how) => navigate(hrefOf(id), { replace: how === 'browsing' })}
          onClose={close}
          onRows={onRows}
          whenEmpty={(rows) => (
            <NoItems
              selection={selection}
              error={rows.error}
              onRetry={rows.retry}
              onClear={() => setSelection({ text: '', brandIds: [], manufacturerIds: [] })}
            />
          )}
        />
        <PickedBar picked={picked} />
      </div>
      {itemId !== undefined && (
        <div className={clsx('min-h-0 min-w-0 flex-1', beside && 'border-l border-line')}>
          <ItemScreen key={itemId} itemId={itemId} onClose={close} beside={beside} />
        </div>
      )}
    </div>
  )
}

/** Gives the focus back to the list when the item that had it is closed. */
function useFocusReturn(isOpen: boolean, focusList: () => void): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) focusList()
    wasOpen.current = isOpen
  })
}
