import type { Handlers } from '../handler.ts'
import { brand } from './brand.ts'
import { contentPlusStatus } from './content-plus-status.ts'
import { createItems } from './create-items.ts'
import { distributor } from './distributor.ts'
import { item } from './item.ts'
import { itemFeedStatus } from './item-feed-status.ts'
import { manufacturer } from './manufacturer.ts'
import { publishContentPlus } from './publish-content-plus.ts'
import { refreshItems } from './refresh-items.ts'
import { retailer } from './retailer.ts'
import { updateItem } from './update-item.ts'

/** One for each endpoint; a missing or superfluous one is a type error. */
export const handlers: Handlers = {
  manufacturer,
  brand,
  distributor,
  retailer,
  item,
  contentPlusStatus,
  publishContentPlus,
  createItems,
  updateItem,
  refreshItems,
  itemFeedStatus,
}
