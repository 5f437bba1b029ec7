import type { KeyboardEvent, MouseEvent } from 'react'

export interface GridPresses {
  total: number
  active: number
  /** Items from one line to the next, and of a screenful. */
  perLine: number
  perPage: number
  /** Makes an item the active one; `shows`: it is also shown beside the list, where there is a place for it. */
  goTo: (index: number, shows: boolean) => void
  open: (index: number) => void
  /** Opens the active item, once the answer to what was asked last is there. */
  openActive: () => void
  /** Selects this item alone. */
  chooseOnly: (index: number) => void
  toggle: (index: number) => void
  /** Selects from the item last chosen to this one; `adding`: beside what is selected. */
  chooseTo: (index: number, adding: boolean) => void
  chooseAll: () => unknown
  escape: () => void
}

/** Where a key leads from the active item; undefined for a key that does not move. */
function targetOf(key: string, { active, total, perLine, perPage }: GridPresses): number | undefined {
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
 * Keys of a grid of items. Arrows move, and leave the selection; with Shift they select to where they lead; Space selects
 * the active item, or not; Ctrl+A selects everything.
 */
export function pressKey(event: KeyboardEvent, presses: GridPresses): void {
  const { total, active } = presses
  const command = event.ctrlKey || event.metaKey
  if (event.altKey) return
  if (event.key === 'Enter' && !command) presses.openActive()
  else if (total === 0) return
  else if (command && event.key.toLowerCase() === 'a') presses.chooseAll()
  else if (command && event.key !== 'Home' && event.key !== 'End') return
  else {
    const target = targetOf(event.key, presses)
    if (target !== undefined) {
      const index = Math.max(0, Math.min(total - 1, target))
      if (event.shiftKey) presses.chooseTo(index, false)
      presses.goTo(index, !event.shiftKey)
    } else if (event.key === ' ') presses.toggle(active)
    else if (event.key === 'Escape') presses.escape()
    else return
  }
  event.preventDefault()
}

/** The item a press is on. */
function indexAt(target: EventTarget): number | undefined {
  const place = target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : null
  return place == null ? undefined : Number(place)
}

const isOn = (event: MouseEvent, what: string): boolean =>
  event.target instanceof Element && event.target.closest(what) !== null

/** The focus stays on the grid, and a press that selects items marks no text. */
export function pressDown(event: MouseEvent<HTMLElement>): void {
  if (event.button !== 0 || indexAt(event.target) === undefined) return
  const selects = event.shiftKey || event.ctrlKey || event.metaKey || event.detail > 1
  if (!selects && !isOn(event, 'a, input')) return
  event.preventDefault()
  event.currentTarget.focus({ preventScroll: true })
}

/**
 * A click selects the item alone, with Ctrl beside the others, with Shift to it; on its box it is selected or not; on its
 * name, or twice, it is opened.
 */
export function pressItem(event: MouseEvent, presses: GridPresses): void {
  const index = indexAt(event.target)
  if (index === undefined) return
  const command = event.ctrlKey || event.metaKey
  if (isOn(event, 'a')) event.preventDefault()
  const onBox = isOn(event, '[data-ticks]')
  const opens = isOn(event, '[data-open]') || event.detail === 2
  if (event.shiftKey) presses.chooseTo(index, command || onBox)
  else if (command || onBox) presses.toggle(index)
  else if (opens) presses.open(index)
  else presses.chooseOnly(index)
  presses.goTo(index, !event.shiftKey && !command && !onBox && !opens)
}
