import { gtin14 } from '../../values/gtin.ts'
import { documents } from '../../vocabulary/documents.ts'
import { type IngestItem, ingestItem } from '../../vocabulary/elements/ingest.ts'
import { itemGtin, itemGtins } from '../../vocabulary/rules/ingest-rules.ts'
import { itemStatus } from '../status/item-status.ts'
import { payload } from './payload.ts'

/** Product code by which status answers name an item: its GTIN, else its first code. */
function mainCode({ productCodes: codes = [] }: IngestItem): string {
  return (codes.find(({ type }) => type === 'GTIN') ?? codes[0])?.text.trim() ?? ''
}

/** Product code of an item as given: a valid GTIN if it has one. */
export const codeOf = (item: IngestItem): string => itemGtin(item) ?? mainCode(item)

/** The payload of create, update and refresh feeds. */
export const itemPayload = payload(documents.ingestItems, ingestItem, {
  name: 'items',
  acknowledgement: documents.itemFeedAcknowledgement,
  status: itemStatus,
  isById: false,
  hasNewest: true,
  changesRecords: true,
  pictures: ['media/0/url', 'contentPlus/images/0/url'],
  itemHolding: (text) => ({ type: text }),
  subject(item: IngestItem) {
    const code = codeOf(item)
    return { code: gtin14(code) ?? code, givenCode: mainCode(item), title: item.ecommerceTitle?.trim() ?? '' }
  },
  codesGiven: ({ productCodes = [] }) => productCodes.map(({ text }) => text),
  gtins: itemGtins,
})
