/** A record as a GDSN trade item, a trade item as a record, and what of a record does not get there. */

import { lastingText } from '../history/transient.ts'
import { gtin14 } from '../values/gtin.ts'
import { unitCode } from '../values/units.ts'
import { type Item, item as itemGroup } from '../vocabulary/elements/item.ts'
import type { Group, Member } from '../vocabulary/kit/description.ts'
import { fieldLabels } from '../vocabulary/kit/path.ts'
import type { AnyValue } from '../vocabulary/kit/value.ts'
import { type GdsnElement, gdsnElement, type HomelessText, readGdsn } from './element.ts'
import type { GdsnContext } from './row.ts'
import { gdsnRows } from './rows.ts'

/** What of the record corresponds, in the order of the message's schema. */
export function tradeItemOf(item: Item, context: GdsnContext): GdsnElement {
  const made = gdsnElement('tradeItem')
  for (const row of gdsnRows) row.write(item, made, context)
  return made
}

/** The corresponding fields of a record, and the texts of the trade item that have no home in one. */
export function recordOf(
  tradeItem: GdsnElement,
  context: Pick<GdsnContext, 'language'>,
): { item: Item; homeless: HomelessText[] } {
  const reading = readGdsn(tradeItem)
  const item: Item = {}
  for (const row of gdsnRows) row.read(reading, item, { targetMarket: '', ...context })
  return { item, homeless: reading.homeless() }
}

/** A text of a record that is not in the message. */
interface NotCarried {
  /** In the record, without positions. */
  path: string
  text: string
}

/** What the service says of its record, and what stands in the order of elements: no content of an item. */
const ofTheService =
  /^(?:@id|@status|created.*|lastUpdated.*|upcs\/upc\/@type|categories\/category\/@type|media\/medium\/@(?:added|imageSource)|.*\/@sequence|products\/product\/@(?:id|type)|packageData\/@type)$/

/**
 * The texts of a record that a message does not carry: those that do not come back when what was written is read. No list
 * of fields could be wrong about it.
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

/** The texts of a record that say something, in a form in which the same is equal. */
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

/** What says the same in other words, as the same: a code with zeros before it, a signed address, a unit's other spelling. */
function plainText(path: string, text: string): string {
  if (path === 'upcs/upc') return gtin14(text) ?? text
  return /(?:^|\/)@?uom$/.test(path) ? unitCode(text) : lastingText(text)
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)
const isValue = (value: unknown): value is AnyValue => typeof value === 'object' && value !== null
function pathOfMember({ place, key, cardinality, entry = '' }: Member, path: string): string {
  if (place === 'text') return path
  if (place === 'attribute') return below(path, `@${key}`)
  return cardinality === 'list' ? below(path, `${key}/${entry}`) : below(path, key)
}

/** A unit without a number says nothing. */
const isUnitOfNothing = ({ text, measure }: Record<string, unknown>, path: string): boolean =>
  (path.endsWith('/@uom') && text === '') || (path.endsWith('/uom') && !measure)

/** A record's field in words: `Package, Units in package`. */
export const recordFieldWords = (path: string): string => fieldLabels(itemGroup, path).join(', ')

/** What GDSN asks of every trade item and a record need not have. */
export function lackingForGdsn(written: GdsnElement): string[] {
  const has = (name: string) => written.children.some((child) => child.name === name)
  return [
    ...(has('gtin') ? [] : ['a GTIN']),
    ...(has('gdsnTradeItemClassification') ? [] : ['a GPC category']),
  ]
}
