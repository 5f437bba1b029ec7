import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect } from 'react'

/** The main landmark of the page. It is looked up at each use, because a screen may have been replaced. */
const mainLandmark: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector<HTMLElement>('main')
  },
}

const InDialog = createContext(false)

/** Wraps the content of a dialog, so that lists and menus inside open in the dialog. */
export const DialogPlace = ({ children }: { children: ReactNode }) => <InDialog value>{children}</InDialog>

/**
 * The element in which a list, menu or hint is placed: the main landmark, so that people who navigate by landmarks find
 * it. Inside a dialog it is undefined, and the popup stays in the dialog.
 */
export const usePopupPlace = (): RefObject<HTMLElement | null> | undefined =>
  useContext(InDialog) ? undefined : mainLandmark

/**
 * While a list is open under a field, Base UI hides everything else from assistive technology, although Tab still moves
 * to the next field. Base UI does not hide elements with `aria-live`, and the value `off` is the default of every
 * element.
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
  'grid min-h-7 cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded-sm py-1 pe-3 ps-1.5 text-sm outline-none select-none data-highlighted:bg-highlight data-selected:font-medium data-disabled:opacity-50'
