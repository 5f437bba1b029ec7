import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Boxes, SearchX } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { isCovered, isTyping } from '../../ui/keys.tsx'
import { useTitle } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ItemScreen } from '../item/item-screen.tsx'
import { CatalogList } from './catalog-list.tsx'
import { CatalogToolbar } from './catalog-toolbar.tsx'
import { PickedBar, usePickedItems } from './picked-bar.tsx'
import { isNarrowed, readSelection, writeSelection } from './selection-url.ts'
import type { CatalogRows } from './use-catalog-rows.ts'
import { useSearchText } from './use-search-text.ts'

/**
 * The catalog: find items and look at them. The screen owns the list with its search, filters and ticked rows. The
 * search is kept in the address, so that Back shows it again. On wide windows the open item stands beside the list.
 */

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
      // The search field is hidden until the list is shown again.
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

/** Moves the focus back to the list when the open item is closed. */
function useFocusReturn(isOpen: boolean, focusList: () => void): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) focusList()
    wasOpen.current = isOpen
  })
}

function watched(query: string): () => boolean {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Whether the list and an item fit side by side. */
const useWideWindow = watched('(min-width: 1360px)')

/** Whether the list is too narrow for all its columns. */
const useNarrowWindow = watched('(max-width: 760px)')

/** The keys of the catalog that work wherever the focus is: `/` searches, Escape closes the item. */
function useCatalogKeys({ onSearch, onEscape }: { onSearch: () => void; onEscape: () => void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isCovered()) return
    if (event.key === '/') {
      event.preventDefault()
      onSearch()
    } else if (event.key === 'Escape') onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** The message for an empty list: nothing matches, the catalog is empty, or the search failed. */
function NoItems({
  selection,
  error,
  onRetry,
  onClear,
}: {
  selection: CatalogSelection
  error: unknown
  onRetry: () => void
  onClear: () => void
}) {
  const role = useQuery(rpc.workspace.state.queryOptions()).data?.role
  if (error) return <ErrorState title="The catalog could not be searched" error={error} onRetry={onRetry} />
  if (isNarrowed(selection))
    return (
      <EmptyState
        icon={SearchX}
        title="No items match"
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        Every word must occur in the name, brand or texts; a code must be complete or be its beginning.
      </EmptyState>
    )
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
