import { isSameText } from '../../src-shared/history/transient.ts'
import { item } from '../../src-shared/vocabulary/item.ts'
import { type Part, part } from '../../src-shared/vocabulary/item-parts.ts'
import type { Group, Member } from '../../src-shared/vocabulary/kit/description.ts'

/** Where the vocabulary describes the elements of an outline's part, and the path to them. */
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

/** Parts that may be one element with nothing but text in it. */
const surroundings: Partial<Record<Part, Surroundings>> = {
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
/** As it is read. Undefined where a character is written by its number, which is not one byte of Latin-1. */
const readText = (written: string): string | undefined =>
  written.includes('&#')
    ? undefined
    : written.includes('&')
      ? written.replace(/&\w+;/g, (reference) => named[reference] ?? reference)
      : written
const withoutBlanks = (text: string): string => text.replace(/[ \t\n]+/g, '')

/**
 * The field in which two versions of a part differ, where that can be told without reading the records: the part is one
 * element the vocabulary knows to be there once, its start tag is the same in both, and its text is another. Undefined
 * where anything about it is out of the ordinary.
 * @param one, other the part as Latin-1, as bytes are compared
 */
export function plainChange(
  which: Part,
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
  // An empty text may be read as none, and blanks may not count: reading the records tells.
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

/** Whether a part is an element of this name. */
export const isNamed = (partOfRecord: string, name: string): boolean => {
  const from = partOfRecord.indexOf('<') + 1
  const end = partOfRecord.charAt(from + name.length)
  return partOfRecord.startsWith(name, from) && /[ \t\r\n/>]/.test(end)
}
