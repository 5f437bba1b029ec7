import { fieldLabels } from '../../../src-shared/history/field-label.ts'
import type { ItemOrigin, ItemVersion } from '../../../src-shared/history/model.ts'
import { item as itemDescription } from '../../../src-shared/vocabulary/item.ts'
import { dateAndTime } from '../../ui/words.ts'

const origins: Record<ItemOrigin['kind'], string> = {
  sync: 'Sync run',
  feed: 'Feed',
  import: 'File import',
}

/** What brought a version, in a word or two. */
export const originWords = (origin: ItemOrigin | undefined): string =>
  origin ? origins[origin.kind] : 'Origin unknown'

/** When a version came. */
export const receivedWords = ({ receivedAt }: ItemVersion): string =>
  receivedAt ? dateAndTime(receivedAt) : 'Before history was kept'

/** `Version 3 (now)` */
export const versionName = ({ number, isCurrent }: ItemVersion): string =>
  `Version ${number}${isCurrent ? ' (now)' : ''}`

/**
 * The label of a field, with that of the element around it where there is one: `Grocery, Ingredients`. Everything of a
 * product is said to be of a product only where nothing nearer says more.
 */
export const fieldName = (field: string): string => fieldLabels(itemDescription, field).slice(-2).join(', ')

/** Fields the service itself writes at every change: worth less to a reader than the others. */
export const isStamp = (field: string): boolean => /^(created|lastUpdated)\b/.test(field)
