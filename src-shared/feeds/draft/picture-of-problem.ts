import { keysOfPath } from '../../vocabulary/kit/keys-of-path.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { sliceAt } from './slices.ts'

/**
 * The address of the picture that a problem is about; undefined for other problems.
 * @param path relative to the item, such as `media/medium[2]/@view`
 */
export function pictureOfProblem(kind: FeedKind, value: PayloadItem, path: string): string | undefined {
  const end = path.lastIndexOf('medium[')
  const [entry] = end < 0 ? [] : (/^medium\[\d+\]/.exec(path.slice(end)) ?? [])
  if (entry === undefined) return undefined
  const keys = keysOfPath(kinds[kind].payload.item, `${path.slice(0, end)}${entry}/url`)
  const address = keys && sliceAt(value, keys)
  return typeof address === 'string' && address.trim() !== '' ? address.trim() : undefined
}
