import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { CatalogRow, CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { type CatalogQuestion, readQuestion } from './catalog-address.ts'
import { changePlace, placeNow } from './catalog-memory.ts'
import { all, type ItemChoice, maxNamed, nothing, sizeOf, some, withItems } from './item-choice.ts'
import { itemIdsBetween } from './list/use-catalog-rows.ts'

/** The selected items, and what changes them. They stay selected when a person leaves the screen. */
export interface Choosing {
  choice: ItemChoice
  size: number
  /** The place from which Shift selects. */
  anchor: RefObject<number | undefined>
  only: (id: string) => void
  set: (ids: Iterable<string>, chosen: boolean) => void
  replace: (ids: Iterable<string>) => void
  all: (selection: CatalogSelection, total: number) => void
  clear: () => void
}

function keptChoice(): ItemChoice {
  const { selected, address, total } = placeNow()
  if (!selected.all) return some(selected.ids)
  return { kind: 'all', selection: readQuestion(address).selection, total, except: new Set(selected.ids) }
}

/** @param selection what is searched for: "everything" of another search is no longer selected */
export function useChoosing(selection: CatalogSelection): Choosing {
  const [chosen, setChosen] = useState(keptChoice)
  const anchor = useRef<number>(undefined)
  const key = JSON.stringify(selection)
  const holds = chosen.kind === 'some' || JSON.stringify(chosen.selection) === key
  const choice = holds ? chosen : nothing
  useEffect(() => {
    if (holds) return
    setChosen(nothing)
    // What is remembered says "everything" alone: it would mean everything of the search that is shown now.
    changePlace({ selected: { all: false, ids: [] } })
  }, [holds])
  return useMemo(() => {
    const change = (next: ItemChoice) => {
      setChosen(next)
      const ids = [...(next.kind === 'all' ? next.except : next.ids)]
      changePlace({ selected: { all: next.kind === 'all', ids } })
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

/** Selects the items from the one last chosen to another, also where the items between them were never loaded. */
export function useRangeChoice({
  choosing,
  question,
  rowAt,
  active,
}: {
  choosing: Choosing
  question: CatalogQuestion
  rowAt: (index: number) => CatalogRow | undefined
  active: number
}): (index: number, adding: boolean) => void {
  const latest = useRef(0)
  const { anchor } = choosing
  const key = JSON.stringify(question)
  // The place is one of this list: in another, other items stand there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the list it is of
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
    if (last - first >= maxNamed) {
      toast.tell(
        t`Shift selects ${wholeNumber(maxNamed)} items at most`,
        t`Ctrl+A selects everything that is found, however much it is.`,
      )
      return
    }
    const take = (ids: string[]) => (adding ? choosing.set(ids, true) : choosing.replace(ids))
    const loaded = Array.from({ length: last - first + 1 }, (_, n) => rowAt(first + n)?.id)
    if (loaded.every((id) => id !== undefined)) take(loaded)
    else
      itemIdsBetween(question, first, last)
        .then((ids) => turn === latest.current && take(ids))
        .catch((error: unknown) => toast.failed(t`The items could not be selected`, error))
  }
}
