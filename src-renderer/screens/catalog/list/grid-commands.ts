import type { KeyboardEvent, MouseEvent } from 'react'

export interface GridCommands {
  total: number
  active: number
  /** Items per line, and per screenful. */
  perLine: number
  perPage: number
  /** Makes an item the active one. `shows`: also opens it next to the list if there is room. */
  goTo: (index: number, shows: boolean) => void
  open: (index: number) => void
  /** Opens the active item, after the pending search has returned. */
  openActive: () => void
  /** Selects only this item. */
  chooseOnly: (index: number) => void
  toggle: (index: number) => void
  /** Selects from the anchor to this item. `adding`: keeps the current selection. */
  chooseTo: (index: number, adding: boolean) => void
  chooseAll: () => unknown
  escape: () => void
}

/** Index that a key moves to; undefined if the key does not move. */
function targetOf(key: string, { active, total, perLine, perPage }: GridCommands): number | undefined {
  if (key === 'ArrowDown')
    return active + perLine < total ? active + perLine : perLine > 1 ? active : total - 1
  if (key === 'ArrowUp') return active >= perLine ? active - perLine : active
  if (key === 'ArrowRight' && perLine > 1) return active + 1
  if (key === 'ArrowLeft' && perLine > 1) return active - 1
  if (key === 'PageDown') return active + perPage
  if (key === 'PageUp') return active - perPage
  if (key === 'Home') return 0
  if (key === 'End') return total - 1
  return undefined
}

/**
 * Handles a key of an item grid. Arrows move without changing the selection; with Shift they extend it. Space
 * toggles the active item, Ctrl+A selects everything.
 */
export function handleGridKey(event: KeyboardEvent, commands: GridCommands): void {
  const { total, active } = commands
  const command = event.ctrlKey || event.metaKey
  if (event.altKey) return
  if (event.key === 'Enter' && !command) commands.openActive()
  else if (total === 0) return
  else if (command && event.key.toLowerCase() === 'a') commands.chooseAll()
  else if (command && event.key !== 'Home' && event.key !== 'End') return
  else {
    const target = targetOf(event.key, commands)
    if (target !== undefined) {
      const index = Math.max(0, Math.min(total - 1, target))
      if (event.shiftKey) commands.chooseTo(index, false)
      commands.goTo(index, !event.shiftKey)
    } else if (event.key === ' ') commands.toggle(active)
    else if (event.key === 'Escape') commands.escape()
    else return
  }
  event.preventDefault()
}

/** Index of the item under the event target. */
function indexAt(target: EventTarget): number | undefined {
  const index = target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : null
  return index == null ? undefined : Number(index)
}

const isInside = (event: MouseEvent, selector: string): boolean =>
  event.target instanceof Element && event.target.closest(selector) !== null

/** Keeps the focus on the grid and prevents a selecting press from selecting text. */
export function handleMouseDown(event: MouseEvent<HTMLElement>): void {
  if (event.button !== 0 || indexAt(event.target) === undefined) return
  const selects = event.shiftKey || event.ctrlKey || event.metaKey || event.detail > 1
  if (!selects && !isInside(event, 'a, input')) return
  event.preventDefault()
  event.currentTarget.focus({ preventScroll: true })
}

/**
 * Handles a click. A plain click selects only the item, Ctrl toggles it, Shift selects a range. A click on
 * the checkbox toggles the item; a click on the name or a double click opens it.
 */
export function handleItemClick(event: MouseEvent, commands: GridCommands): void {
  const index = indexAt(event.target)
  if (index === undefined) return
  const command = event.ctrlKey || event.metaKey
  if (isInside(event, 'a')) event.preventDefault()
  const onBox = isInside(event, '[data-ticks]')
  const opens = isInside(event, '[data-open]') || event.detail === 2
  if (event.shiftKey) commands.chooseTo(index, command || onBox)
  else if (command || onBox) commands.toggle(index)
  else if (opens) commands.open(index)
  else commands.chooseOnly(index)
  commands.goTo(index, !event.shiftKey && !command && !onBox && !opens)
}
