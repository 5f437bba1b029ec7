import { say } from '../../texts/say.ts'
import { completeItem, itemFeed } from './item-feed.ts'

/** Adds new items to the catalog (specification, endpoint 7). */
export const create = itemFeed({
  ...completeItem,
  endpoint: 'createItems',
  hasCodeInPath: false,
  ifPresent: 'refused',
  ifAbsent: 'created',
  addsToLists: false,
  title: 'New items',
  isNamedAfterItem: true,
  words: {
    label: 'Create items',
    short: 'create',
    dated: (at) => say`the creation of ${at}`,
    named: (name, at) => say`the creation "${name}" of ${at}`,
  },
})
