import { t } from '@lingui/core/macro'
import { useCommands } from './command-registry.ts'
import { rowCommands } from './shortcuts.tsx'

/** The rows of tables, grids and marked lists. */
export const rowSelector = ':is(tbody tr, [role="row"], [data-rows] > li)'

/** The links that open the rows of the tables and lists of the screen. */
const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`main ${rowSelector}`)].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a[href]')
    return link?.checkVisibility() ? [link] : []
  })

const focusedRow = (): Element | null => document.activeElement?.closest(rowSelector) ?? null

function step(by: number): void {
  const links = rowLinks()
  const at = links.findIndex((link) => link.closest(rowSelector) === focusedRow())
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus()
}

const commands = {
  next: { ...rowCommands.next, run: () => step(1) },
  previous: { ...rowCommands.previous, run: () => step(-1) },
  select: {
    ...rowCommands.select,
    run: () => focusedRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
  },
}
const openRow = () => focusedRow()?.querySelector<HTMLElement>('a[href]')?.click()

interface RowCommands {
  /** Whether the rows have checkboxes. */
  isSelectable?: boolean
  /** Edits the row with this link. Default: opens it. */
  edit?: (href: string) => void
}

/**
 * Offers J, K and E for the rows of the screen's tables and marked lists (`data-rows`): next, previous, edit;
 * and X, which selects.
 */
export function useRowCommands({ isSelectable = false, edit }: RowCommands = {}): void {
  useCommands(t`Rows`, [
    commands.next,
    commands.previous,
    ...(isSelectable ? [commands.select] : []),
    {
      ...rowCommands.edit,
      run() {
        const href = focusedRow()?.querySelector('a[href]')?.getAttribute('href')
        if (edit && href) edit(href)
        else openRow()
      },
    },
  ])
}
