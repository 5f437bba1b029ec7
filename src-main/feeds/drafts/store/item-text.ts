import { checkFeed } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import type { Unknown } from '../../../../src-shared/vocabulary/kit/kit.ts'

/** The text of a payload before and after its items. */
interface Frame {
  head: string
  tail: string
}

/** A unique placeholder text, to locate the item in the written payload. */
const placeholder = 'the-item-stands-here'

/** @param unknown root content other than items */
export function frameOf(kind: FeedKind, namespaceBase?: string, unknown?: Unknown[]): Frame {
  const { payload } = kinds[kind]
  const text = payload.write([payload.itemHolding(placeholder)], { indent: 2, namespaceBase, unknown })
  const marked = text.indexOf(placeholder)
  const start = text.lastIndexOf('\n', marked) + 1
  return { head: text.slice(0, start), tail: text.slice(text.indexOf('\n', marked) + 1) }
}

/** Problems of root content other than items. */
export function frameProblems(kind: FeedKind, unknown: Unknown[]): Problem[] {
  const { payload } = kinds[kind]
  const { head, tail } = frameOf(kind, undefined, unknown)
  const { problems } = checkFeed(kind, head + elementOf(kind, payload.itemHolding('')) + tail, {
    rules: false,
  })
  return problems.filter(({ path }) => !path.startsWith(payload.onlyItem))
}

/** The XML element of an item as in a payload, with its line break. */
export function elementOf(kind: FeedKind, value: PayloadItem): string {
  const { head, tail } = bareFrame(kind)
  const text = kinds[kind].payload.write([value], { indent: 2 })
  return text.slice(head.length, text.length - tail.length)
}

const frames = new Map<FeedKind, Frame>()
/** Cached frame in the default namespace. Only its length matters. */
function bareFrame(kind: FeedKind): Frame {
  const known = frames.get(kind)
  if (known) return known
  const made = frameOf(kind)
  frames.set(kind, made)
  return made
}
