import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type CatalogQuery, readCatalogQuery, writeCatalogQuery } from './catalog-address.ts'
import { prefetchFirstRows } from './list/rows-query.ts'

/**
 * Milliseconds after the last keystroke before the address changes. Browsers throttle pages that change it
 * more often.
 */
const addressMilliseconds = 250

/**
 * The current query: the query of the address with the text in the search field. Each keystroke searches
 * immediately and supersedes the search before it; the address follows after a delay. A change of the address
 * from elsewhere, such as the Back button, replaces the text.
 */
export function useCatalogQuery(itemId: string | undefined) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const addressQuery = useMemo(() => readCatalogQuery(search), [search])
  const [text, setTyped] = useState(addressQuery.selection.text)
  const lastAddressText = useRef(addressQuery.selection.text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (addressQuery.selection.text !== lastAddressText.current) {
    lastAddressText.current = addressQuery.selection.text
    setTyped(addressQuery.selection.text)
  }

  const addressKey = writeCatalogQuery(addressQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address keeps the same query object
  const query = useMemo(() => withText(addressQuery, text), [addressKey, text])
  const address = writeCatalogQuery(query)

  const latest = useRef({ query, itemId })
  useEffect(() => {
    latest.current = { query, itemId }
  })
  const show = useCallback(
    (next: CatalogQuery) => {
      clearTimeout(timer.current)
      lastAddressText.current = next.selection.text
      const { itemId: open } = latest.current
      navigate(
        `/catalog${open === undefined ? '' : `/${encodeURIComponent(open)}`}${writeCatalogQuery(next)}`,
        {
          replace: true,
        },
      )
    },
    [navigate],
  )
  // React keeps a screen that was left mounted and hidden until the next one has loaded. Only layout effects
  // are cleaned up immediately.
  useLayoutEffect(() => () => clearTimeout(timer.current), [])

  /** Searches for this text. Its rows are requested before anything is drawn. */
  const setText = useCallback(
    (next: string) => {
      prefetchFirstRows(withText(latest.current.query, next))
      setTyped(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => show(withText(latest.current.query, next)), addressMilliseconds)
    },
    [show],
  )
  /** Shows another query and updates the address immediately. */
  const setQuery = useCallback(
    (next: CatalogQuery) => {
      prefetchFirstRows(next)
      setTyped(next.selection.text)
      show(next)
    },
    [show],
  )
  return { query, text, address, setText, setQuery }
}

const withText = (query: CatalogQuery, text: string): CatalogQuery => ({
  ...query,
  selection: { ...query.selection, text },
})
