import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { counted } from '../../ui/words.ts'
import { feedKindWords } from './feed-kinds.ts'

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a feed is best called by what it holds: its first title, and how many items more. */
export function suggestedName(kind: FeedKind, value: unknown): string {
  const items = isTree(value) && Array.isArray(value['item']) ? value['item'] : []
  const first: unknown = items[0]
  const title =
    isTree(first) && typeof first['ecommerceTitle'] === 'string' ? first['ecommerceTitle'].trim() : ''
  if (title === '') return feedKindWords[kind].newName
  return items.length > 1 ? `${title} and ${counted(items.length - 1, 'more', 'more')}` : title
}
