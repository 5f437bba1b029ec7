/** What goes to the clipboard, and what is said of it. */
import { t } from '@lingui/core/macro'
import { toast } from '../overlays/toast.tsx'

const said = document.createElement('div')
said.setAttribute('role', 'status')
said.className = 'sr-only'
document.body.append(said)

/** Says a sentence to a screen reader. The same sentence said again is heard again. */
export function announce(sentence: string): void {
  // A sign without a sound makes it another text.
  said.textContent = said.textContent === sentence ? `${sentence}\u00a0` : sentence
}

/** Copies a text to the clipboard; shows a message when the browser refuses. @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    toast.failed(t`The text could not be copied`, error)
    return false
  }
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** A cell of a text table is one line without tabs. */
const asCell = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The rows as lines with tabs between the cells. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(asCell).join('\t')).join('\n')

/** The rows as a table. Spreadsheets take its cells as text: no code loses its zeros, and no share becomes a date. */
const tableMarkup = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows
    .map((cells) => {
      const inner = cells.map((cell) => `<td style="mso-number-format:'\\@'">${escaped(asCell(cell))}</td>`)
      return `<tr>${inner.join('')}</tr>`
    })
    .join('')}</table>`

/** Copies rows as a table for spreadsheets and word processors, and as lines with tabs for everything else. */
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
