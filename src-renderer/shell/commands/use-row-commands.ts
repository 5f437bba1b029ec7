import { t } from '@lingui/core/macro'
import { type Command, useCommands } from './command-registry.ts'

/** The links that open the rows of the tables of the screen. */
const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main :is(tbody tr, [role="row"])')].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a[href]')
    return link?.checkVisibility() ? [link] : []
  })

const focusedRow = (): Element | null => document.activeElement?.closest('tr, [role="row"]') ?? null

function step(by: number): void {
  const links = rowLinks()
  const at = links.findIndex((link) => link.closest('tr, [role="row"]') === focusedRow())
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus()
}

const commands: readonly Command[] = [
  { id: 'next-row', label: t`Next row`, words: t`forward down following`, keys: 'J', run: () => step(1) },
  { id: 'previous-row', label: t`Previous row`, words: t`back up before`, keys: 'K', run: () => step(-1) },
  {
    id: 'select-row',
    label: t`Select the row`,
    words: t`tick check`,
    keys: 'X',
    run: () => focusedRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
  },
  {
    id: 'open-row',
    label: t`Edit the row`,
    words: t`open change`,
    keys: 'E',
    run: () => focusedRow()?.querySelector<HTMLElement>('a[href]')?.click(),
  },
]

/** Offers J, K, X and E for the rows of the screen's tables: next, previous, select, open. */
export const useRowCommands = (): void => useCommands(t`Rows`, commands)
