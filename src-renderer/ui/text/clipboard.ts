/** Copies texts and tables to the clipboard, and announces messages to screen readers. */
import { t } from '@lingui/core/macro'
import { toast } from '../overlays/toast.tsx'

const liveRegion = document.createElement('div')
liveRegion.setAttribute('role', 'status')
liveRegion.className = 'sr-only'
document.body.append(liveRegion)

/** Announces a sentence to screen readers. Repeating the same sentence announces it again. */
export function announce(sentence: string): void {
  // A trailing no-break space makes the text differ, so that it is announced again.
  liveRegion.textContent = liveRegion.textContent === sentence ? `${sentence}\u00a0` : sentence
}

/**
 * Copies a text to the clipboard; shows a toast if the browser refuses.
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    toast.failed(t`The text could not be copied`, error)
    return false
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** A cell as one line without tabs. */
const asCell = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Rows as lines of tab-separated cells. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(asCell).join('\t')).join('\n')

/**
 * Rows as an HTML table. Its cells are marked as text, so that spreadsheets keep leading zeros and do not
 * convert fractions to dates.
 */
const tableMarkup = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows
    .map((cells) => {
      const inner = cells.map((cell) => `<td style="mso-number-format:'\\@'">${escaped(asCell(cell))}</td>`)
      return `<tr>${inner.join('')}</tr>`
    })
    .join('')}</table>`

/**
 * Copies rows as a table for spreadsheets and word processors, and as tab-separated lines for other
 * programs.
 */
export async function copyTable(rows: readonly (readonly string[])[]): Promise<boolean> {
  try {
    const blob = (type: string, text: string) => new Blob([text], { type })
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': blob('text/plain', tableText(rows)),
        'text/html': blob('text/html', tableMarkup(rows)),
      }),
    ])
    return true
  } catch (error) {
    toast.failed(t`The table could not be copied`, error)
    return false
  }
}
