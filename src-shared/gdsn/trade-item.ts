/**
 * Converts a record to a GDSN trade item and back, and lists the texts of a record that a message cannot
 * carry.
 */

import { stableText } from '../history/transient.ts'
import { gtin14 } from '../values/gtin.ts'
import { unitCode } from '../values/units.ts'
import { type Item, item as itemGroup } from '../vocabulary/elements/item.ts'
import type { Group, Member } from '../vocabulary/kit/description.ts'
import { fieldLabels } from '../vocabulary/kit/path.ts'
import type { AnyValue } from '../vocabulary/kit/value.ts'
import { type GdsnElement, gdsnElement, readGdsn, type UnmappedText } from './element.ts'
import type { GdsnContext } from './row.ts'
import { gdsnRows } from './rows.ts'

/** Converts a record to a trade item, in the order of the message's schema. */
export function tradeItemOf(item: Item, context: GdsnContext): GdsnElement {
  const made = gdsnElement('tradeItem')
  for (const row of gdsnRows) row.write(item, made, context)
  return made
}

/**
 * The fields of the record that the trade item fills, and the texts of the trade item that have no place in
 * a record.
 */
export function recordOf(
  tradeItem: GdsnElement,
  context: Pick<GdsnContext, 'language'>,
): { item: Item; homeless: UnmappedText[] } {
  const reading = readGdsn(tradeItem)
  const item: Item = {}
  for (const row of gdsnRows) row.read(reading, item, { targetMarket: '', ...context })
  return { item, homeless: reading.homeless() }
}

/** A text of a record that the message does not contain. */
interface NotCarried {
  /** Path in the record, without positions. */
  path: string
  text: string
}

/**
 * Data that the service adds to a record, and data expressed by the order of elements: not content of an
 * item.
 */
const ofTheService =
  /^(?:@id|@status|created.*|lastUpdated.*|upcs\/upc\/@type|categories\/category\/@type|media\/medium\/@(?:added|imageSource)|.*\/@sequence|products\/product\/@(?:id|type)|packageData\/@type)$/

/**
 * The texts of a record that a message does not carry: those that are missing when the message is read
 * again. This needs no list of fields, which could be wrong.
 */
export function notCarried(item: Item, written: GdsnElement, context: GdsnContext): NotCarried[] {
  const back = new Map<string, number>()
  for (const { path, text } of textsOf(recordOf(written, context).item)) {
    const key = `${path}\n${text}`
    back.set(key, (back.get(key) ?? 0) + 1)
  }
  return textsOf(item).filter(({ path, text }) => {
    const key = `${path}\n${text}`
    const left = back.get(key) ?? 0
    back.set(key, left - 1)
    return left <= 0
  })
}

/** The non-empty texts of a record, normalized so that equal values compare as equal. */
export function textsOf(item: Item): NotCarried[] {
  const found: NotCarried[] = []
  const codes = new Set<string>()
  const add = (path: string, raw: string): void => {
    const text = plainText(path, raw.trim())
    if (text === '' || ofTheService.test(path)) return
    // Texts without a language are English.
    if (path.endsWith('/@lang') && text === 'en') return
    if (path === 'upcs/upc') {
      if (codes.has(text)) return
      codes.add(text)
    }
    found.push({ path, text })
  }
  const walk = (group: Group, value: AnyValue, path: string): void => {
    for (const member of group.members) {
      const content = value[member.key]
      if (content === undefined) continue
      const at = pathOfMember(member, path)
      for (const entry of Array.isArray(content) ? content : [content]) {
        if (member.type.kind === 'group') {
          if (isValue(entry)) walk(member.type, entry, at)
        } else if (typeof entry === 'string' && !isUnitOfNothing(value, at)) add(at, entry)
      }
    }
    for (const { name, content } of value.unknown ?? []) add(below(path, name), content)
  }
  walk(itemGroup, item, '')
  return found
}

/** Normalizes equivalent texts: a code with leading zeros, a signed address, another spelling of a unit. */
function plainText(path: string, text: string): string {
  if (path === 'upcs/upc') return gtin14(text) ?? text
  return /(?:^|\/)@?uom$/.test(path) ? unitCode(text) : stableText(text)
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)
const isValue = (value: unknown): value is AnyValue => typeof value === 'object' && value !== null
function pathOfMember({ place, key, cardinality, entry = '' }: Member, path: string): string {
  if (place === 'text') return path
  if (place === 'attribute') return below(path, `@${key}`)
  return cardinality === 'list' ? below(path, `${key}/${entry}`) : below(path, key)
}

/** Whether a text is a unit without a number. */
const isUnitOfNothing = ({ text, measure }: Record<string, unknown>, path: string): boolean =>
  (path.endsWith('/@uom') && text === '') || (path.endsWith('/uom') && !measure)

/** The labels of a record's field: `Package, Units in package`. */
export const recordFieldWords = (path: string): string => fieldLabels(itemGroup, path).join(', ')

/** The elements that GDSN requires of every trade item and that the record did not supply. */
export function missingForGdsn(written: GdsnElement): string[] {
  const has = (name: string) => written.children.some((child) => child.name === name)
  return [
    ...(has('gtin') ? [] : ['a GTIN']),
    ...(has('gdsnTradeItemClassification') ? [] : ['a GPC category']),
  ]
}
