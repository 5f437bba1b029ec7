import { say } from '../../texts/say.ts'
import { completeItem, itemFeed } from './item-feed.ts'

/** Replaces complete records, or creates them (specification, endpoint 8). */
export const refresh = itemFeed({
  ...completeItem,
  endpoint: 'refreshItems',
  hasCodeInPath: false,
  ifPresent: 'replaced',
  ifAbsent: 'created',
  addsToLists: false,
  title: 'Refresh',
  isNamedAfterItem: false,
  words: {
    label: 'Refresh items',
    short: 'refresh',
    dated: (at) => say`the refresh of ${at}`,
    named: (name, at) => say`the refresh "${name}" of ${at}`,
  },
})
