import { diff } from '../../src-shared/history/diff.ts'
import { isSameXml } from '../../src-shared/history/transient.ts'
import { item } from '../../src-shared/vocabulary/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'

/** An item's body, and where its parts lie: part, start, end of each, the item itself first (catalog/item-elements.ts). */
export interface OutlinedBody {
  body: Uint8Array
  outline: Uint8Array
}

/**
 * The fields in which two versions differ, sorted; empty where only the writing of the XML does. Undefined when the two
 * are the same apart from what is transient. Parts that are the same are left out before anything is parsed, so that
 * a change of one text costs a fraction of reading two records.
 */
export function changedFields(earlier: OutlinedBody, later: OutlinedBody): string[] | undefined {
  const [one, other] = withoutSameParts(earlier, later)
  if (isSameXml(latin1(one), latin1(other))) return undefined
  const before = parseElement(item, one).value
  const after = parseElement(item, other).value
  if (!before || !after) return []
  return [...new Set(diff(item, before, after).map(({ field }) => field))].sort()
}

function withoutSameParts(earlier: OutlinedBody, later: OutlinedBody): [Uint8Array, Uint8Array] {
  const one = partsOf(earlier)
  const other = partsOf(later)
  const haveSameParts =
    one.length === other.length && one.every((value, at) => at % 3 !== 0 || value === other[at])
  if (!haveSameParts) return [earlier.body, later.body]
  const kept: [Uint8Array[], Uint8Array[]] = [[], []]
  let fromOne = 0
  let fromOther = 0
  for (let at = 3; at < one.length; at += 3) {
    const [startOne = 0, endOne = 0] = one.subarray(at + 1, at + 3)
    const [startOther = 0, endOther = 0] = other.subarray(at + 1, at + 3)
    // Within a part that was left out already.
    if (startOne < fromOne) continue
    const sliceOne = earlier.body.subarray(startOne, endOne)
    const sliceOther = later.body.subarray(startOther, endOther)
    const hasParts = (one[at + 4] ?? endOne) < endOne
    const isSame =
      Buffer.compare(sliceOne, sliceOther) === 0 ||
      (!hasParts && isSameXml(latin1(sliceOne), latin1(sliceOther)))
    if (!isSame) continue
    kept[0].push(earlier.body.subarray(fromOne, startOne))
    kept[1].push(later.body.subarray(fromOther, startOther))
    fromOne = endOne
    fromOther = endOther
  }
  kept[0].push(earlier.body.subarray(fromOne))
  kept[1].push(later.body.subarray(fromOther))
  return [Buffer.concat(kept[0]), Buffer.concat(kept[1])]
}

/** Copied, as bytes out of the database need not lie where numbers may. */
const partsOf = ({ outline }: OutlinedBody): Uint32Array => new Uint32Array(Uint8Array.from(outline).buffer)
const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
