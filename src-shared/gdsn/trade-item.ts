/** A record as a GDSN trade item, a trade item as a record, and what of a record does not get there. */
import { gtin14 } from '../gtin.ts'
import { lastingText } from '../history/transient.ts'
import { type Item, item as itemGroup } from '../vocabulary/item.ts'
import { elementsIn, fieldLabels, pathOf, textsIn, trail } from '../vocabulary/kit/path.ts'
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
  return [...textsOf(item)].filter(({ path, text }) => {
    const key = `${path}\n${text}`
    const left = back.get(key) ?? 0
    back.set(key, left - 1)
    return left <= 0
  })
}

/** The texts of a record that say something, in a form in which the same is equal. */
export function* textsOf(item: Item): Generator<NotCarried> {
  const root = trail(undefined, '')
  const codes = new Set<string>()
  for (const place of elementsIn(itemGroup, item, root)) {
    const found = [...textsIn(place)].map(({ text, at }) => ({ path: pathOf(at), text }))
    const open = (place.value.unknown ?? []).map(({ name, content }) => ({
      path: `${pathOf(place.at)}/${name}`,
      text: content,
    }))
    for (const { path: whole, text: raw } of [...found, ...open]) {
      if (isUnitOfNothing(place.value, whole)) continue
      const path = whole.slice(1).replace(/\[\d+\]/g, '')
      const text = path === 'upcs/upc' ? (gtin14(raw) ?? raw.trim()) : lastingText(raw.trim())
      if (text === '' || ofTheService.test(path)) continue
      // Texts without a language are English.
      if (path.endsWith('/@lang') && text === 'en') continue
      if (path === 'upcs/upc') {
        if (codes.has(text)) continue
        codes.add(text)
      }
      yield { path, text }
    }
  }
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
