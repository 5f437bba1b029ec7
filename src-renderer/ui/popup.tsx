import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect } from 'react'

/** The page's main landmark, looked for when something opens: a screen may have been drawn anew since. */
const mainLandmark: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector<HTMLElement>('main')
  },
}

const InDialog = createContext(false)

/** Around the content of a dialog: what opens from it belongs to it. */
export const DialogPlace = ({ children }: { children: ReactNode }) => <InDialog value>{children}</InDialog>

/**
 * Where a list, menu or hint is put in the document: inside the main landmark, as everything a person with assistive
 * technology goes through by landmarks must be; what opens from a dialog stays with the dialog.
 */
export const usePopupPlace = (): RefObject<HTMLElement | null> | undefined =>
  useContext(InDialog) ? undefined : mainLandmark

/**
 * While a list is open under a field, Base UI hides everything else from assistive technology, though the focus stays
 * in the field and Tab goes on to the next one: it would land on something that is said not to be there. It leaves out
 * what carries `aria-live`; `off` is what every element has anyway.
 * @param field gives the field the list belongs to
 */
export function useSurroundingsKept(open: boolean, field: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return
    const surface = field.current?.closest('[role="dialog"]') ?? document.getElementById('root')
    surface?.setAttribute('aria-live', 'off')
    return () => surface?.removeAttribute('aria-live')
  }, [open, field])
}

/** One row of a select, combobox or similar list: a column for the tick, one for the words. */
export const optionClass =
  'grid min-h-7 cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded-sm py-1 pr-3 pl-1.5 text-sm outline-none select-none data-highlighted:bg-highlight data-selected:font-medium data-disabled:opacity-50'
