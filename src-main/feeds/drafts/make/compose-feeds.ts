import { type FeedSubject, subjectReader } from '../../../../src-shared/feeds/draft/check-payload.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { isError } from '../../../../src-shared/problem.ts'
import type { Unknown } from '../../../../src-shared/vocabulary/kit/kit.ts'
import type { Database } from '../../../storage/index.ts'
import { elementOf, frameOf, frameProblems } from '../store/item-text.ts'

/** Limits of a service per feed. */
export interface FeedLimits {
  items: number
  bytes: number
}

/** A payload to be frozen, with its subject. */
export interface FeedToSend extends FeedSubject {
  body: Uint8Array
}

/**
 * Serializes a draft into the payloads to send, in item order. An update holds one item (specification,
 * endpoint 9).
 * @returns `unchecked` if an item has changed since its check, or has an error
 */
export function composeFeeds(
  db: Database,
  id: string,
  limits: FeedLimits,
  namespaceBase?: string,
): FeedToSend[] | { refused: 'missing' | 'unchecked' } {
  const draft = db
    .prepare<[string], { kind: FeedKind; frame: string | null; text: string | null }>(
      'SELECT kind, frame, text FROM draft WHERE id = ? AND deleted_at IS NULL',
    )
    .get(id)
  if (!draft || draft.text !== null) return { refused: 'missing' }
  const { kind } = draft
  const unknown: Unknown[] = draft.frame === null ? [] : JSON.parse(draft.frame)
  if (unknown.length > 0 && frameProblems(kind, unknown).some(isError)) return { refused: 'unchecked' }
  const { head, tail } = frameOf(kind, namespaceBase, unknown)
  const frameBytes = Buffer.byteLength(head) + Buffer.byteLength(tail)
  const maxItems = kinds[kind].maxItems ?? limits.items
  const feeds: FeedToSend[] = []
  let open = openFeed(kind)
  const close = (): void => {
    if (open.elements.length === 0) return
    const body = Buffer.from([head, ...open.elements, tail].join(''), 'utf8')
    feeds.push({ ...open.about.subject(), body })
    open = openFeed(kind)
  }
  const rows = db
    .prepare<[string], { value: string; errors: number; is_checked: number }>(
      'SELECT value, errors, is_checked FROM draft_item WHERE draft = ? ORDER BY key',
    )
    .iterate(id)
  for (const { value, errors, is_checked: isChecked } of rows) {
    if (isChecked === 0 || errors > 0) return { refused: 'unchecked' }
    const item: PayloadItem = JSON.parse(value)
    const element = elementOf(kind, item)
    const bytes = Buffer.byteLength(element)
    if (open.elements.length >= maxItems || frameBytes + open.bytes + bytes > limits.bytes) close()
    open.elements.push(element)
    open.bytes += bytes
    open.about.add(item)
  }
  close()
  return feeds
}

const openFeed = (kind: FeedKind) => ({ elements: [] as string[], bytes: 0, about: subjectReader(kind) })
