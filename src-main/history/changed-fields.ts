import { diff } from '../../src-shared/history/diff.ts'
import { isSameText, isSameXml } from '../../src-shared/history/transient.ts'
import { item } from '../../src-shared/vocabulary/elements/item.ts'
import { part, type RecordPart } from '../../src-shared/vocabulary/elements/item-parts.ts'
import type { Group, Member } from '../../src-shared/vocabulary/kit/description.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { readOutlines } from '../../src-shared/vocabulary/outline.ts'

/** An item's body and its outline, as stored. */
export interface OutlinedBody {
  body: Uint8Array
  outline: Uint8Array
}

/**
 * The fields in which two versions differ, sorted; empty if only the XML notation differs. Undefined if the
 * versions are the same apart from transient values. Equal parts are removed before parsing. A part in which
 * only the text changed is not parsed either, so that most changes are found without parsing a record.
 */
export function changedFields(earlier: OutlinedBody, later: OutlinedBody): string[] | undefined {
  const { one, other, rest } = withoutSameParts(earlier, later)
  const fields = rest ? changedPlainly(rest) : undefined
  if (fields) return [...new Set(fields)].sort()
  if (isSameXml(latin1(one), latin1(other))) return undefined
  const before = parseElement(item, one).value
  const after = parseElement(item, other).value
  if (!before || !after) return []
  return [...new Set(diff(item, before, after).map(({ field }) => field))].sort()
}

/** Two bodies without their equal parts. */
interface Remainders {
  one: Uint8Array
  other: Uint8Array
  /** Absent if the two have different parts. */
  rest?: Rest
}
interface Rest {
  parts: { which: RecordPart; one: string; other: string }[]
  /**
   * Everything outside the differing parts is equal byte for byte, and no list can have changed its order.
   */
  isAllElseSame: boolean
  /** All parts of a kind in the earlier version. */
  ofKind(which: RecordPart): string[]
}

/** The fields of parts in which only the text changed; undefined if anything else changed. */
function changedPlainly({ parts, isAllElseSame, ofKind }: Rest): string[] | undefined {
  if (!isAllElseSame || parts.length === 0) return undefined
  const fields: string[] = []
  for (const { which, one, other } of parts) {
    const change = plainChange(which, one, other)
    if (!change || ofKind(which).filter((each) => isNamed(each, change.name)).length > 1) return undefined
    fields.push(change.field)
  }
  return fields
}

function withoutSameParts(earlier: OutlinedBody, later: OutlinedBody): Remainders {
  const one = partsOf(earlier)
  const other = partsOf(later)
  const hasSameParts =
    one.length === other.length && one.every((value, at) => at % 3 !== 0 || value === other[at])
  if (!hasSameParts) return { one: earlier.body, other: later.body }
  const kept: [Uint8Array[], Uint8Array[]] = [[], []]
  const parts: Rest['parts'] = []
  let fromOne = 0
  let fromOther = 0
  /** End offsets of the last differing part; the bytes up to the next one are compared as well. */
  let restOne = 0
  let restOther = 0
  let isAllElseSame = countOf(one, part.product) <= 1
  const compareRest = (toOne: number, toOther: number) => {
    isAllElseSame &&=
      Buffer.compare(earlier.body.subarray(restOne, toOne), later.body.subarray(restOther, toOther)) === 0
  }
  for (let at = 3; at < one.length; at += 3) {
    const [startOne = 0, endOne = 0] = one.subarray(at + 1, at + 3)
    const [startOther = 0, endOther = 0] = other.subarray(at + 1, at + 3)
    // The part is inside one that was already removed.
    if (startOne < fromOne) continue
    const sliceOne = earlier.body.subarray(startOne, endOne)
    const sliceOther = later.body.subarray(startOther, endOther)
    const hasParts = (one[at + 4] ?? endOne) < endOne
    const isSameBytes = Buffer.compare(sliceOne, sliceOther) === 0
    if (!isSameBytes && !hasParts) {
      compareRest(startOne, startOther)
      restOne = endOne
      restOther = endOther
    }
    const textOne = isSameBytes || hasParts ? '' : latin1(sliceOne)
    const textOther = isSameBytes || hasParts ? '' : latin1(sliceOther)
    const isSame = isSameBytes || (!hasParts && isSameXml(textOne, textOther))
    if (!isSame) {
      if (!hasParts) parts.push({ which: one[at] as RecordPart, one: textOne, other: textOther })
      continue
    }
    kept[0].push(earlier.body.subarray(fromOne, startOne))
    kept[1].push(later.body.subarray(fromOther, startOther))
    fromOne = endOne
    fromOther = endOther
  }
  compareRest(earlier.body.length, later.body.length)
  kept[0].push(earlier.body.subarray(fromOne))
  kept[1].push(later.body.subarray(fromOther))
  return {
    one: Buffer.concat(kept[0]),
    other: Buffer.concat(kept[1]),
    rest: { parts, isAllElseSame, ofKind: (which) => partsOfKind(earlier.body, one, which) },
  }
}

function countOf(outline: Uint32Array, which: RecordPart): number {
  let count = 0
  for (let at = 0; at < outline.length; at += 3) if (outline[at] === which) count++
  return count
}

function partsOfKind(body: Uint8Array, outline: Uint32Array, which: RecordPart): string[] {
  const found: string[] = []
  for (let at = 0; at < outline.length; at += 3)
    if (outline[at] === which) found.push(latin1(body.subarray(outline[at + 1], outline[at + 2])))
  return found
}

const partsOf = ({ outline }: OutlinedBody): Uint32Array => readOutlines(outline)
const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The vocabulary group that describes the elements of a part, and the path to the group. */
interface Surroundings {
  group: Group
  path: string
}

const groupOf = (group: Group, ...keys: string[]): Group => {
  let found = group
  for (const key of keys) {
    const type = found.elements.get(key)?.type
    if (type?.kind !== 'group') throw new Error(`The vocabulary describes no group ${key}`)
    found = type
  }
  return found
}

const inItem: Surroundings = { group: item, path: '' }
const inProduct: Surroundings = { group: groupOf(item, 'products'), path: 'products/product/' }
const inGrocery: Surroundings = {
  group: groupOf(item, 'products', 'grocery'),
  path: 'products/product/grocery/',
}

/** Parts that may be a single element that contains only text. */
const surroundings: Partial<Record<RecordPart, Surroundings>> = {
  [part.name]: inItem,
  [part.marketingDescription]: inItem,
  [part.otherDescription]: inItem,
  [part.ecommerceDescription]: inItem,
  [part.manufacturerEcommerceDescription]: inItem,
  [part.created]: inItem,
  [part.lastUpdated]: inItem,
  [part.otherOfItem]: inItem,
  [part.brand]: inProduct,
  [part.manufacturer]: inProduct,
  [part.otherOfProduct]: inProduct,
  [part.otherOfGrocery]: inGrocery,
}

const plainElement = /^[ \t\r\n]*(<([A-Za-z_][\w.-]*)(?:[ \t\r\n][^<>]*)?>)([^<\r]*)<\/\2[ \t\r\n]*>$/

const isPlainElement = ({ cardinality, type }: Member): boolean =>
  cardinality !== 'list' && (type.kind === 'leaf' || (type.elements.size === 0 && type.text !== undefined))

const named: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
/** The decoded text. Undefined with numeric references, which may not be representable in Latin-1. */
const readText = (written: string): string | undefined =>
  written.includes('&#')
    ? undefined
    : written.includes('&')
      ? written.replace(/&\w+;/g, (reference) => named[reference] ?? reference)
      : written
const withoutBlanks = (text: string): string => text.replace(/[ \t\n]+/g, '')

/**
 * The field in which two versions of a part differ, if the part is a single element that occurs once, with
 * the same start tag and a different text. Undefined in all other cases.
 * @param one, other the part as Latin-1, so that bytes are compared
 */
function plainChange(
  which: RecordPart,
  one: string,
  other: string,
): { name: string; field: string } | undefined {
  const around = surroundings[which]
  const before = around && plainElement.exec(one)
  const after = before && plainElement.exec(other)
  if (!around || !before || !after) return undefined
  const [, startTag, name = '', written = ''] = before
  const [, startTagAfter, , writtenAfter = ''] = after
  const text = readText(written)
  const textAfter = readText(writtenAfter)
  const member = around.group.elements.get(name)
  // An empty text may mean no text, and white space may be insignificant: these cases need a full parse.
  const isPlain =
    member !== undefined &&
    isPlainElement(member) &&
    startTag === startTagAfter &&
    text !== undefined &&
    textAfter !== undefined &&
    withoutBlanks(text) !== withoutBlanks(textAfter) &&
    !isSameText(text, textAfter)
  return isPlain ? { name, field: around.path + name } : undefined
}

/** Whether a part is an element with this name. */
const isNamed = (partOfRecord: string, name: string): boolean => {
  const from = partOfRecord.indexOf('<') + 1
  const end = partOfRecord.charAt(from + name.length)
  return partOfRecord.startsWith(name, from) && /[ \t\r\n/>]/.test(end)
}
