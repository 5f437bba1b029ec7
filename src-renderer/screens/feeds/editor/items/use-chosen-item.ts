import { useCallback, useRef, useState } from 'react'
import { useItemInAddress } from '../form/use-field-in-address.ts'
import { unsavedKeys } from '../session/unsaved-items.ts'

/**
 * The item of a draft that a person asked for: at first the one in the URL or, after a reload, the one with
 * unsaved typing, which is saved when it is opened; undefined for the first item. `asked` has the same key, and
 * has it at once, before the item is loaded.
 */
export function useChosenItem(draftId: string) {
  const itemInAddress = useItemInAddress()
  const [chosen, setChosen] = useState(() => itemInAddress ?? unsavedKeys(draftId)[0])
  const asked = useRef<number>(undefined)
  const choose = useCallback((key: number | undefined) => {
    asked.current = key
    setChosen(key)
  }, [])
  return { chosen, asked, choose }
}
