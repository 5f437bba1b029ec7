/** What is known of an item that it can be called by. */
import { t } from '@lingui/core/macro'

interface Nameable {
  title: string
  code: string
  /** 1-based. */
  position: number
}

/** What an item is called: by its name, else its code, else its place. */
export const itemName = ({ title, code, position }: Nameable): string =>
  title.trim() || code.trim() || t`Item ${position}`

/** An item within a sentence or on a button: `“Oats”`, but `item 12` where there is nothing else to call it by. */
export const spokenItem = (item: Nameable): string =>
  item.title.trim() || item.code.trim() ? `“${itemName(item)}”` : t`item ${item.position}`
