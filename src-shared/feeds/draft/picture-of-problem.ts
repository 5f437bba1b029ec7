import { keysOfPath } from '../../vocabulary/kit/keys-of-path.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { type Keys, sliceAt, withSlice } from './slices.ts'

/** Code of the problem that the service cannot fetch a picture by its address. */
export const unreachablePictureCode = 'PICTURE_UNREACHABLE'

/**
 * The address of the picture that a problem is about; undefined for other problems.
 * @param path relative to the item, such as `media/medium[2]/@view`
 */
export function pictureOfProblem(kind: FeedKind, value: PayloadItem, path: string): string | undefined {
  const keys = keysOfPicture(kind, path)
  const address = keys && sliceAt(value, [...keys, 'url'])
  return typeof address === 'string' && address.trim() !== '' ? address.trim() : undefined
}

/**
 * A copy of an item without the pictures that some of its problems are about. A list without pictures is left
 * out.
 * @param paths relative to the item
 */
export function withoutPictures(kind: FeedKind, value: PayloadItem, paths: readonly string[]): PayloadItem {
  const positions = new Map<string, { list: Keys; dropped: Set<number> }>()
  for (const path of paths) {
    const keys = keysOfPicture(kind, path)
    const position = keys?.at(-1)
    if (!keys || typeof position !== 'number') continue
    const list = keys.slice(0, -1)
    const known = positions.get(list.join('/')) ?? { list, dropped: new Set() }
    known.dropped.add(position)
    positions.set(list.join('/'), known)
  }
  let rest: unknown = value
  for (const { list, dropped } of positions.values()) {
    const before = sliceAt(rest, list)
    const after = Array.isArray(before) ? before.filter((_, index) => !dropped.has(index)) : []
    rest = withSlice(rest, list, after.length > 0 ? after : undefined)
  }
  return rest as PayloadItem
}

/** The keys of the list entry that a problem of a picture is about. */
function keysOfPicture(kind: FeedKind, path: string): Keys | undefined {
  const end = path.lastIndexOf('medium[')
  const [entry] = end < 0 ? [] : (/^medium\[\d+\]/.exec(path.slice(end)) ?? [])
  if (entry === undefined) return undefined
  return keysOfPath(kinds[kind].payload.item, `${path.slice(0, end)}${entry}/url`)?.slice(0, -1)
}
