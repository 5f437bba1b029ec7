/** Fields of an item from which its name is derived. */
import { t } from '@lingui/core/macro'

interface Nameable {
  title: string
  code: string
  /** 1-based. */
  position: number
}

/** Name of an item: its title, else its code, else its position. */
export const itemName = ({ title, code, position }: Nameable): string =>
  title.trim() || code.trim() || t`Item ${position}`

/**
 * Name of an item for use in a sentence or on a button: `“Oats”`, or `item 12` if it has neither title nor
 * code.
 */
export const spokenItem = (item: Nameable): string =>
  item.title.trim() || item.code.trim() ? `“${itemName(item)}”` : t`item ${item.position}`
