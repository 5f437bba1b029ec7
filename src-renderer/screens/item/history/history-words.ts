import { t } from '@lingui/core/macro'
import type { ItemOrigin, ItemVersion } from '../../../../src-shared/history/model.ts'
import { item as itemDescription } from '../../../../src-shared/vocabulary/elements/item.ts'
import { fieldLabels } from '../../../../src-shared/vocabulary/kit/path.ts'
import { dateAndTime } from '../../../ui/text/words.ts'

const origins: Record<ItemOrigin['kind'], string> = {
  sync: t`Sync run`,
  feed: t`Feed`,
  import: t`File import`,
}

/** The words for the origin of a version. */
export const originWords = (origin: ItemOrigin | undefined): string =>
  origin ? origins[origin.kind] : t`Origin unknown`

/** The words for the time at which a version was received. */
export const receivedWords = ({ receivedAt }: ItemVersion): string =>
  receivedAt ? dateAndTime(receivedAt) : t`Before history was kept`

/** `Version 3 (now)` */
export const versionName = ({ number, isCurrent }: ItemVersion): string =>
  isCurrent ? t`Version ${number} (now)` : t`Version ${number}`

/**
 * The label of a field after the label of the element around it, such as `Grocery, Ingredients`. Only the two innermost
 * labels are shown.
 */
export const fieldName = (field: string): string => fieldLabels(itemDescription, field).slice(-2).join(', ')

/** Whether a field is one of the stamps that the service writes at every change. */
export const isStamp = (field: string): boolean => /^(created|lastUpdated)\b/.test(field)
