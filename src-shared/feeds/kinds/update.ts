import { say } from '../../texts/say.ts'
import { itemFeed, itemOutline } from './item-feed.ts'

/** Changes the e-commerce description of one item, and adds Content+ to it (specification, endpoint 9). */
export const update = itemFeed({
  endpoint: 'updateItem',
  maxItems: 1,
  hasCodeInPath: true,
  ifPresent: 'changed',
  ifAbsent: 'refused',
  changes: ['ecommerceDescription', 'contentPlus', 'manufacturerContent'],
  addsToLists: true,
  sections: ['identity', 'contentPlus', 'retailerContent'],
  gridColumns: [
    'productCodes/0/text',
    'ecommerceTitle',
    'ecommerceDescription/0/text',
    'contentPlus/longDescription/0/text',
    'contentPlus/sellCopy',
    'contentPlus/bulletPoints/0',
    'contentPlus/keywords/0',
    'contentPlus/images/0/url',
  ],
  outline: itemOutline,
  title: 'Update',
  isNamedAfterItem: false,
  words: {
    label: 'Update items',
    short: 'update',
    dated: (at) => say`the update of ${at}`,
    named: (name, at) => say`the update "${name}" of ${at}`,
  },
})
