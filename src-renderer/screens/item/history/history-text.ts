import { t } from '@lingui/core/macro'
import type { ItemOrigin, ItemVersion } from '../../../../src-shared/history/model.ts'
import { item as itemDescription } from '../../../../src-shared/vocabulary/elements/item.ts'
import { fieldLabels } from '../../../../src-shared/vocabulary/kit/path.ts'
import { dateAndTime } from '../../../ui/text/words.ts'

const origins: Record<ItemOrigin['kind'], string> = {
  sync: t`Sync run`,
  feed: t`Feed`,
  import: t`File import`,
  undo: t`Undoing of a file import`,
}

/** Display text for the origin of a version. */
export const originText = (origin: ItemOrigin | undefined): string =>
  origin ? origins[origin.kind] : t`Origin unknown`

/** Display text for the time at which a version was received. */
export const receivedText = ({ receivedAt }: ItemVersion): string =>
  receivedAt ? dateAndTime(receivedAt) : t`Before history was kept`

/** For example `Version 3 (now)`. */
export const versionName = ({ number, isCurrent }: ItemVersion): string =>
  isCurrent ? t`Version ${number} (now)` : t`Version ${number}`

/**
 * The label of a field, preceded by the label of its parent element, such as `Grocery, Ingredients`. Outer
 * labels are omitted.
 */
export const fieldName = (field: string): string => fieldLabels(itemDescription, field).slice(-2).join(', ')

/** Whether a field is a timestamp that the service writes on every change. */
export const isStamp = (field: string): boolean => /^(created|lastUpdated)\b/.test(field)
