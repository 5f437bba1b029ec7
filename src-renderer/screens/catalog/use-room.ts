import { useState, useSyncExternalStore } from 'react'
import type { CatalogChoices, CatalogViewName } from '../../../src-shared/catalog/screen.ts'
import { changeChoices } from './catalog-memory.ts'

function watched(query: string): () => boolean {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Whether items and an open item fit side by side. */
const useWideWindow = watched('(min-width: 1180px)')
/** Whether the filters fit beside both. */
const useWidestWindow = watched('(min-width: 1680px)')
/** Whether the filters fit beside the items. */
const useFilterRoom = watched('(min-width: 1000px)')
/** Whether the window is too narrow for a table. */
const useNarrowWindow = watched('(max-width: 760px)')

interface Room {
  view: CatalogViewName
  /** An item stands beside the items, or would stand there. */
  isBeside: boolean
  /** The open item is shown instead of the items. */
  isCovered: boolean
  listClass: string
  showsFacets: boolean
  /** The filters lie over the items. */
  facetsFloat: boolean
  showFacets: (shows: boolean) => void
}

/** What is shown where, by the width of the window. What a person opens by hand is shown also where it must float. */
export function useRoom(isOpen: boolean, choices: CatalogChoices): Room {
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
    isCovered: isOpen && !isBeside,
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
