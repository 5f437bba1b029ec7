import type { KeyboardEvent } from 'react'

/**
 * Enter and the arrows go down and up the column, from one line to the next that is shown. A choice keeps the arrows,
 * which change it.
 */
export function goAlongColumn(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  if (altKey || ctrlKey || metaKey || event.nativeEvent.isComposing) return
  const isChoice = target instanceof HTMLSelectElement
  const step =
    key === 'Enter'
      ? shiftKey
        ? -1
        : 1
      : isChoice
        ? 0
        : key === 'ArrowDown'
          ? 1
          : key === 'ArrowUp'
            ? -1
            : 0
  const { column } = target.dataset
  const panel = target.closest<HTMLElement>('[data-panel]')?.dataset['panel']
  if (step === 0 || column === undefined || panel === undefined) return
  event.preventDefault()
  const cells = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-panel="${panel}"] [data-column="${column}"]`),
  ]
  const next = cells[cells.indexOf(target) + step]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
