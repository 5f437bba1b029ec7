import { type RefObject, useEffect, useRef } from 'react'
import { hasOpenOverlay } from '../../../../ui/text/keys.tsx'

const fields = '[data-path] :is(input, textarea):not(:disabled, [type="radio"], [type="checkbox"])'

/**
 * Focuses the first empty text field of the form, or else its first text field.
 * @returns whether there is one
 */
export function focusFirstField(form: HTMLElement | null): boolean {
  const found = [...(form?.querySelectorAll<HTMLInputElement>(fields) ?? [])].filter(
    (field) => field.tabIndex >= 0 && field.checkVisibility(),
  )
  const field = found.find(({ value }) => value === '') ?? found[0]
  field?.focus()
  return field !== undefined
}

/** Maximum number of frames to wait for the form and for dialogs to close. */
const maxFrames = 120

/**
 * Focuses the first field of the form when an item is opened that a person has just created: the only item
 * of a new draft, or an added one.
 * @param openKey the item in the form
 * @param isNew whether the item in the form is the only one and has no values
 * @returns a function that marks the item to be opened next as added
 */
export function useFirstField(
  scroller: RefObject<HTMLElement | null>,
  openKey: number,
  isNew: boolean,
): (key: number) => void {
  const added = useRef<number>(undefined)
  const start = useRef(isNew)
  useEffect(() => {
    if (!start.current && added.current !== openKey) return
    start.current = false
    added.current = undefined
    let frames = 0
    let request = requestAnimationFrame(function focus() {
      const isFocused = !hasOpenOverlay() && focusFirstField(scroller.current)
      if (!isFocused && frames++ < maxFrames) request = requestAnimationFrame(focus)
    })
    return () => cancelAnimationFrame(request)
  }, [openKey, scroller])
  return (key) => {
    added.current = key
  }
}
