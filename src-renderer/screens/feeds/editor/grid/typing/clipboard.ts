import { t } from '@lingui/core/macro'
import { toast } from '../../../../../ui/overlays/toast.tsx'
import type { GridActions } from '../use-grid-actions.ts'
import { readTable, writeTable, writeTableMarkup } from './table-text.ts'

/** Whether the event comes from an edited field, where copying applies to its text. */
const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Clipboard handlers of a grid: blocks of cells in the format of spreadsheets. */
export function clipboardEvents(actions: GridActions) {
  const copy = (event: React.ClipboardEvent): boolean => {
    if (isInField(event.target)) return false
    event.preventDefault()
    const cells = actions.texts()
    if (Array.isArray(cells)) {
      event.clipboardData.setData('text/plain', writeTable(cells))
      event.clipboardData.setData('text/html', writeTableMarkup(cells))
    } else void copyLater(cells)
    return true
  }
  return {
    onCopy: copy,
    onCut(event: React.ClipboardEvent) {
      if (copy(event)) void actions.empty()
    },
    onPaste(event: React.ClipboardEvent) {
      if (isInField(event.target)) return
      event.preventDefault()
      const text = event.clipboardData.getData('text/plain')
      if (text !== '') void actions.paste(readTable(text))
    },
  }
}

/** Rows that are not loaded arrive after the event, so the clipboard receives promises. */
async function copyLater(cells: Promise<string[][]>): Promise<void> {
  const blob = (type: string, write: (rows: string[][]) => string) =>
    cells.then((rows) => new Blob([write(rows)], { type }))
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': blob('text/plain', writeTable),
        'text/html': blob('text/html', writeTableMarkup),
      }),
    ])
  } catch (error) {
    toast.failed(t`The cells could not be copied`, error)
  }
}
