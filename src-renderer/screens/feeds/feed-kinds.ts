import { FileSymlink, type LucideIcon, Megaphone, PackagePlus, RefreshCcw } from 'lucide-react'
import { type FeedKind, feedKinds } from '../../../src-shared/drafts/model.ts'

interface KindWords {
  label: string
  /** What the service does with such a feed. */
  meaning: string
  icon: LucideIcon
  /** What a new draft is called until it holds something to be called by. */
  newName: string
}

/** The words for each way of sending content, the same on every screen. */
export const feedKindWords: Record<FeedKind, KindWords> = {
  create: {
    label: 'Create items',
    meaning: 'Adds new items. A product code that exists already is refused.',
    icon: PackagePlus,
    newName: 'New items',
  },
  refresh: {
    label: 'Refresh items',
    meaning: 'Replaces whole records by product code, or creates them.',
    icon: RefreshCcw,
    newName: 'Refresh',
  },
  update: {
    label: 'Update an item',
    meaning: 'Changes the e-commerce description of one item and adds Content+ to it.',
    icon: FileSymlink,
    newName: 'Update',
  },
  contentplus: {
    label: 'Publish Content+',
    meaning: 'Adds or updates Content+ for items at single retailers.',
    icon: Megaphone,
    newName: 'Content+',
  },
}

export const allFeedKinds = feedKinds.map((kind) => ({ kind, ...feedKindWords[kind] }))
