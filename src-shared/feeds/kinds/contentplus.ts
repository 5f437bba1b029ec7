import { say } from '../../texts/say.ts'
import type { ContentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import { checkContentPlusItem } from '../../vocabulary/rules/content-plus-rules.ts'
import { contentPlusPayload } from './content-plus-payload.ts'
import type { Kind } from './kind.ts'

/** A new Content+ item with one retailer; both identifiers are empty. */
export const contentPlusOutline = (): ContentPlusFeedItem => ({ id: '', retailer: [{ id: '' }] })

/** Adds content of items for single retailers, or changes it (specification, endpoint 10). */
export const contentplus: Kind = {
  payload: contentPlusPayload,
  endpoint: 'publishContentPlus',
  hasCodeInPath: false,
  ifPresent: 'changed',
  ifAbsent: 'refused',
  addsToLists: true,
  replacesTextLists: true,
  ruledFields: [],
  requiredFields: ['@id', 'retailer', 'retailer/@id'],
  sections: [],
  gridColumns: [
    'id',
    'retailer/0/id',
    'retailer/0/ecommerceDescription',
    'retailer/0/longDescription',
    'retailer/0/sellCopy',
    'retailer/0/bulletPoints/0',
    'retailer/0/keywords/0',
    'retailer/0/images/0/url',
  ],
  outline: contentPlusOutline,
  openRules: () => (item, index) => checkContentPlusItem(item as ContentPlusFeedItem, index),
  title: 'Content+',
  isNamedAfterItem: false,
  words: {
    label: 'Content+',
    short: 'Content+',
    dated: (at) => say`the Content+ feed of ${at}`,
    named: (name, at) => say`the Content+ feed "${name}" of ${at}`,
  },
}
