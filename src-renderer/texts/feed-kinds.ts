import { t } from '@lingui/core/macro'
import { FileSymlink, type LucideIcon, Megaphone, PackagePlus, RefreshCcw } from 'lucide-react'
import { type FeedKind, feedKinds } from '../../src-shared/feeds/kinds/kinds.ts'
import type { TermName } from '../ui/overlays/terms.ts'

interface KindWords {
  label: string
  /** Effect of such a feed at the service. */
  meaning: string
  icon: LucideIcon
  /** Start of the name of an unnamed draft: `Update: 3 items`. */
  title: () => string
  /** Search synonyms of the command that creates one. */
  searchWords: string
  /** The term explained in the glossary. */
  term: TermName
}

/**
 * Texts for each kind of feed, the same on every screen. Kinds that change parts of an item precede kinds
 * that replace it.
 */
export const feedKindWords: Record<FeedKind, KindWords> = {
  create: {
    label: t`Create items`,
    title: () => t`New items`,
    searchWords: t`add product draft`,
    meaning: t`Adds new items to the catalog. An item whose product code is there already is refused.`,
    icon: PackagePlus,
    term: 'create',
  },
  update: {
    label: t`Update items`,
    title: () => t`Update`,
    searchWords: t`change product draft description`,
    meaning: t`Changes the e-commerce description and adds Content+. Everything else of the items stays as it is: the safe way to change an item.`,
    icon: FileSymlink,
    term: 'update',
  },
  refresh: {
    label: t`Refresh items`,
    title: () => t`Refresh`,
    searchWords: t`replace product record draft`,
    meaning: t`Replaces the whole record of each item, or creates it. Fields that you leave empty are removed from the record.`,
    icon: RefreshCcw,
    term: 'refresh',
  },
  contentplus: {
    label: t`Publish Content+`,
    title: () => 'Content+',
    searchWords: t`draft rich retailer enhanced`,
    meaning: t`Adds or updates the rich content (texts, pictures, videos) of items at single retailers.`,
    icon: Megaphone,
    term: 'Content+',
  },
}

export const allFeedKinds = feedKinds.map((kind) => ({
  kind,
  ...feedKindWords[kind],
}))

/** The two ways to draft from catalog items, the safe one first. */
export const itemDraftKinds = [
  { kind: 'update', label: t`Draft an update`, hint: feedKindWords.update.meaning, isFirst: true },
  { kind: 'refresh', label: t`Draft a refresh`, hint: feedKindWords.refresh.meaning, isFirst: false },
] as const
