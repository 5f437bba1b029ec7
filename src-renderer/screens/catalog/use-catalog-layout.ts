import { useState, useSyncExternalStore } from 'react'
import type { CatalogChoices, CatalogViewName } from '../../../src-shared/catalog/screen.ts'
import { changeChoices } from './catalog-memory.ts'

function mediaQueryHook(query: string): () => boolean {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Whether the list and an open item fit side by side. */
const useWideWindow = mediaQueryHook('(min-width: 1180px)')
/** Whether the filters also fit next to the list and the item. */
const useWidestWindow = mediaQueryHook('(min-width: 1680px)')
/** Whether the filters fit next to the list. */
const useFilterRoom = mediaQueryHook('(min-width: 1000px)')
/** Whether the window is too narrow for a table. */
const useNarrowWindow = mediaQueryHook('(max-width: 760px)')

interface CatalogLayout {
  view: CatalogViewName
  /** The item pane is shown next to the list. */
  isBeside: boolean
  /** The open item is shown instead of the items. */
  isItemInsteadOfList: boolean
  listClass: string
  showsFacets: boolean
  /** The filters are drawn over the list. */
  facetsFloat: boolean
  showFacets: (shows: boolean) => void
}

/**
 * Layout of the catalog by the width of the window. Filters that do not fit are hidden; opened by hand, they
 * float.
 */
export function useCatalogLayout(isOpen: boolean, choices: CatalogChoices): CatalogLayout {
  'use memo'
  const isWide = useWideWindow()
  const isWidest = useWidestWindow()
  const hasFilterRoom = useFilterRoom()
  const isNarrow = useNarrowWindow()
  const [floats, setFloats] = useState(false)
  const isBeside = isWide && (isOpen || choices.view === 'list')
  const hasRoom = isBeside ? isWidest || (choices.view === 'list' && isWide && !isOpen) : hasFilterRoom
  return {
    view: choices.view === 'table' && (isNarrow || (isBeside && !isWidest)) ? 'list' : choices.view,
    isBeside,
    isItemInsteadOfList: isOpen && !isBeside,
    listClass: isWidest
      ? choices.view === 'list'
        ? 'w-[32rem] shrink-0'
        : 'w-[55%] shrink-0'
      : 'w-[27rem] max-w-[42%] shrink-0',
    showsFacets: hasRoom ? choices.showsFacets : floats,
    facetsFloat: !hasRoom,
    showFacets(shows) {
      if (hasRoom) changeChoices({ showsFacets: shows })
      else setFloats(shows)
    },
  }
}
