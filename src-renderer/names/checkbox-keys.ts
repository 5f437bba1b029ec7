import type { KeyboardEvent } from 'react'

/** Up and Down move the focus between the checkboxes of a list. Ctrl+Enter confirms. */
export function onCheckboxKeys(event: KeyboardEvent<HTMLElement>, onConfirm: () => void): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    onConfirm()
    return
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || event.target.role !== 'checkbox') return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="checkbox"]')]
  const next = boxes[boxes.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
