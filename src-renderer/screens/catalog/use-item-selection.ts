import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { CatalogRow, CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { type CatalogQuery, readCatalogQuery } from './catalog-address.ts'
import { savedPlace, savePlace } from './catalog-memory.ts'
import { all, type ItemChoice, maxListedIds, nothing, sizeOf, some, withItems } from './item-choice.ts'
import { itemIdsBetween } from './list/use-catalog-rows.ts'

/** The selected items and the functions that change them. The selection is kept when the screen is left. */
export interface Choosing {
  choice: ItemChoice
  size: number
  /** Index of the row at which a Shift selection starts. */
  anchor: RefObject<number | undefined>
  only: (id: string) => void
  set: (ids: Iterable<string>, chosen: boolean) => void
  replace: (ids: Iterable<string>) => void
  all: (selection: CatalogSelection, total: number) => void
  clear: () => void
}

function savedChoice(): ItemChoice {
  const { selected, address, total } = savedPlace()
  if (!selected.all) return some(selected.ids)
  return {
    kind: 'all',
    selection: readCatalogQuery(address).selection,
    total,
    except: new Set(selected.ids),
  }
}

/** @param selection the current search; "all" of another search is cleared */
export function useChoosing(selection: CatalogSelection): Choosing {
  const [chosen, setChosen] = useState(savedChoice)
  const anchor = useRef<number>(undefined)
  const key = JSON.stringify(selection)
  const isCurrent = chosen.kind === 'some' || JSON.stringify(chosen.selection) === key
  const choice = isCurrent ? chosen : nothing
  useEffect(() => {
    if (isCurrent) return
    setChosen(nothing)
    // The saved position stores only the flag "all", which would now mean all results of the current search.
    savePlace({ selected: { all: false, ids: [] } })
  }, [isCurrent])
  return useMemo(() => {
    const change = (next: ItemChoice) => {
      setChosen(next)
      const ids = [...(next.kind === 'all' ? next.except : next.ids)]
      savePlace({ selected: { all: next.kind === 'all', ids } })
    }
    return {
      choice,
      size: sizeOf(choice),
      anchor,
      only: (id) => change(some([id])),
      set: (ids, chosen) => change(withItems(choice, ids, chosen)),
      replace: (ids) => change(some(ids)),
      all: (wanted, total) => change(all(wanted, total)),
      clear: () => {
        anchor.current = undefined
        change(nothing)
      },
    }
  }, [choice])
}

/**
 * Returns a function that selects the range from the anchor to an index, including rows that are not loaded.
 */
export function useRangeChoice({
  choosing,
  query,
  rowAt,
  active,
}: {
  choosing: Choosing
  query: CatalogQuery
  rowAt: (index: number) => CatalogRow | undefined
  active: number
}): (index: number, adding: boolean) => void {
  const latest = useRef(0)
  const { anchor } = choosing
  const key = JSON.stringify(query)
  // The anchor is an index in this result; in another result it is a different item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs when the query changes
  useEffect(
    () => () => {
      anchor.current = undefined
    },
    [key, anchor],
  )
  return (index, adding) => {
    const turn = ++latest.current
    anchor.current ??= active
    const first = Math.min(anchor.current, index)
    const last = Math.max(anchor.current, index)
    if (last - first >= maxListedIds) {
      toast.tell(
        t`Shift selects ${wholeNumber(maxListedIds)} items at most`,
        t`Ctrl+A selects everything that is found, however much it is.`,
      )
      return
    }
    const take = (ids: string[]) => (adding ? choosing.set(ids, true) : choosing.replace(ids))
    const loaded = Array.from({ length: last - first + 1 }, (_, n) => rowAt(first + n)?.id)
    if (loaded.every((id) => id !== undefined)) take(loaded)
    else
      itemIdsBetween(query, first, last)
        .then((ids) => turn === latest.current && take(ids))
        .catch((error: unknown) => toast.failed(t`The items could not be selected`, error))
  }
}
