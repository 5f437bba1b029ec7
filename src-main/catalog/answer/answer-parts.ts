import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import { part, type RecordPart } from '../scan/item-elements.ts'
import type { ItemBodies, ItemProfile } from './item-query.ts'

/** Actions on a part of a record. */
const keep = 0
const cut = 1
const gap = 2

const partCount = Object.keys(part).length

/** Elements that v2.1 added to the record. */
const addedInV21: RecordPart[] = [part.ecommerceDescription, part.manufacturerEcommerceDescription]
const notStandard: RecordPart[] = [part.attributes, part.packageDistributor, part.packageImporter]
const listing: RecordPart[] = [
  part.item,
  part.name,
  part.upcs,
  part.lastUpdated,
  part.products,
  part.product,
  part.brand,
  part.manufacturer,
]
const analytics: RecordPart[] = [...listing, part.categories, part.packageData, part.grocery, part.nutritions]

/** The action on each part, by version and profile. */
export function partActions(version: ApiVersion, profile: ItemProfile, media: 'none' | 'gaps'): Uint8Array {
  const actions = new Uint8Array(partCount).fill(keep)
  const cutAll = (parts: RecordPart[]) => {
    for (const one of parts) actions[one] = cut
  }
  if (profile === 'listing' || profile === 'analytics') {
    const kept = profile === 'listing' ? listing : analytics
    cutAll(Object.values(part).filter((one) => !kept.includes(one)))
  } else if (profile === 'standard') cutAll(notStandard)
  if (version === 'v2') cutAll(addedInV21)
  actions[part.media] = media === 'gaps' && profile === 'complete' ? gap : cut
  return actions
}

/**
 * Copies the parts that a response includes from the joined bodies.
 * @param bodies the `<item>` elements, joined
 * @param outlines their outlines, joined: part, start and end of each part, ordered by start; the item itself
 * first
 * @param make allocates memory for the response
 * @returns the bytes, and for each gap left for media: the record's index, the offset, and the range of the
 * media in the bodies
 */
export function assembleAnswer(
  bodies: Uint8Array,
  outlines: Uint32Array,
  actions: Uint8Array,
  make: (length: number) => Uint8Array = (length) => new Uint8Array(length),
) {
  const ranges: number[] = []
  const gaps: { record: number; offset: number; start: number; end: number }[] = []
  let length = 0
  let position = 0
  let itemStart = 0
  let itemEnd = 0
  let record = -1
  const copyTo = (end: number) => {
    if (end <= position) return
    ranges.push(position, end)
    length += end - position
  }
  for (let index = 0; index < outlines.length; index += 3) {
    const which = outlines[index] as RecordPart
    const start = outlines[index + 1] as number
    const end = outlines[index + 2] as number
    if (which === part.item) {
      copyTo(itemEnd)
      itemStart = itemEnd
      itemEnd = itemStart + end
      position = itemStart
      record++
      continue
    }
    // A part inside a part that was cut starts before the position.
    if (actions[which] === keep || itemStart + start < position) continue
    copyTo(itemStart + start)
    if (actions[which] === gap)
      gaps.push({ record, offset: length, start: itemStart + start, end: itemStart + end })
    position = itemStart + end
  }
  copyTo(itemEnd)

  const body = make(length)
  let at = 0
  for (let index = 0; index < ranges.length; index += 2) {
    const piece = bodies.subarray(ranges[index], ranges[index + 1])
    body.set(piece, at)
    at += piece.length
  }
  return { body, gaps }
}

/** Inserts a `<media>` element into each gap of a response body. @param elements in the order of the gaps */
export function spliceMedia({ body, gaps }: ItemBodies, elements: readonly Uint8Array[]): Uint8Array {
  const inserted = elements.reduce((sum, element) => sum + element.length, 0)
  const result = new Uint8Array(body.length + inserted)
  let read = 0
  let written = 0
  const write = (bytes: Uint8Array) => {
    result.set(bytes, written)
    written += bytes.length
  }
  gaps.forEach(({ offset }, index) => {
    write(body.subarray(read, offset))
    write(elements[index] ?? new Uint8Array())
    read = offset
  })
  write(body.subarray(read))
  return result
}
