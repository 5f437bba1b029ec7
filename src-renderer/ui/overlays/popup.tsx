import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect } from 'react'

/** The main landmark of the page. It is queried at each use, because the screen may have been replaced. */
const mainLandmark: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector<HTMLElement>('main')
  },
}

const InDialog = createContext(false)

/** Wraps the content of a dialog, so that lists and menus inside open in the dialog. */
export const PopupsInDialog = ({ children }: { children: ReactNode }) => <InDialog value>{children}</InDialog>

/**
 * Container of lists, menus and hints: the main landmark, so that people who navigate by landmarks find
 * them. Inside a dialog it is undefined, and the popup stays in the dialog.
 */
export const usePopupContainer = (): RefObject<HTMLElement | null> | undefined =>
  useContext(InDialog) ? undefined : mainLandmark

/**
 * Keeps the rest of the page accessible to assistive technology while a list is open. By default Base UI
 * hides everything else, although Tab still moves to the next field. It does not hide elements with
 * `aria-live`; the value `off` is the default of every element.
 * @param field the field of the list
 */
export function useKeepPageAccessible(open: boolean, field: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return
    const surface = field.current?.closest('[role="dialog"]') ?? document.getElementById('root')
    surface?.setAttribute('aria-live', 'off')
    return () => surface?.removeAttribute('aria-live')
  }, [open, field])
}

/** One row of a select, combobox or similar list: a column for the tick and one for the label. */
export const optionClass =
  'grid min-h-7 cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded-sm py-1 pe-3 ps-1.5 text-sm outline-none select-none data-highlighted:bg-highlight data-selected:font-medium data-disabled:opacity-50'
