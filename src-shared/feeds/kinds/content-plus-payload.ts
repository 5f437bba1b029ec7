import { documents } from '../../vocabulary/documents.ts'
import { type ContentPlusFeedItem, contentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import { contentPlusStatus } from '../status/content-plus-status.ts'
import { payload } from './payload.ts'

/** The payload of Content+ feeds: content of items for single retailers. */
export const contentPlusPayload = payload(documents.contentPlus, contentPlusFeedItem, {
  name: 'contentplus',
  acknowledgement: documents.contentPlusFeedAcknowledgement,
  status: contentPlusStatus,
  isById: true,
  hasNewest: false,
  changesRecords: false,
  pictures: ['retailer/0/images/0/url'],
  itemHolding: (text) => ({ id: text, retailer: [] }),
  subject: ({ id = '' }: ContentPlusFeedItem) => ({ code: id, givenCode: id, title: '' }),
  codesGiven: () => [],
  gtins: () => [],
})
