import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import { part, type RecordPart } from '../scan/item-elements.ts'
import type { ItemBodies, ItemProfile } from './item-query.ts'

/** What an answer does with a part of a record. */
const keep = 0
const cut = 1
const gap = 2

const partCount = Object.keys(part).length

/** Elements v2.1 added to the record. */
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

/** What a version and profile do with each part. */
export function partFates(version: ApiVersion, profile: ItemProfile, media: 'none' | 'gaps'): Uint8Array {
  const fates = new Uint8Array(partCount).fill(keep)
  const cutAll = (parts: RecordPart[]) => {
    for (const one of parts) fates[one] = cut
  }
  if (profile === 'listing' || profile === 'analytics') {
    const kept = profile === 'listing' ? listing : analytics
    cutAll(Object.values(part).filter((one) => !kept.includes(one)))
  } else if (profile === 'standard') cutAll(notStandard)
  if (version === 'v2') cutAll(addedInV21)
  fates[part.media] = media === 'gaps' && profile === 'complete' ? gap : cut
  return fates
}

/**
 * Copies the parts that an answer keeps from the joined bodies.
 * @param bodies the `<item>` elements, joined
 * @param outlines their outlines, joined: part, start, end of each part by start; the item itself comes first
 * @param make gives the memory for the answer
 * @returns the bytes, and the number of each record with a gap for its media, with the offset of the gap, and where
 *   in the bodies those media are
 */
export function assembleAnswer(
  bodies: Uint8Array,
  outlines: Uint32Array,
  fates: Uint8Array,
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
    // A part inside of a part that was cut lies before the position.
    if (fates[which] === keep || itemStart + start < position) continue
    copyTo(itemStart + start)
    if (fates[which] === gap)
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

/** Puts a `<media>` element into each gap of an answer's body. @param elements in the order of the gaps */
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
