import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { tradeItemLimits as max, rowLimits } from '../../../../src-shared/file-limits.ts'
import type { GdsnElement } from '../../../../src-shared/gdsn/element.ts'
import { say } from '../../../../src-shared/texts/say.ts'

/** In order, with attributes; every text stays a text: `00012` is no number. */
const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  // This option also decodes references to characters by their number.
  htmlEntities: true,
})

/** The element of a trade item's XML, or in words what is wrong with the XML. */
export function readTradeItem(xml: string): { element: GdsnElement } | { fault: string } {
  const large = sizeFault(xml)
  if (large !== undefined) return { fault: large }
  try {
    const verdict = XMLValidator.validate(xml)
    if (verdict !== true) return { fault: say`its XML is broken: ${verdict.err.msg.slice(0, 200)}` }
    const nodes: unknown = parser.parse(xml)
    const [element] = elementsOf(nodes)
    return element ? { element } : { fault: say`it is empty` }
  } catch (error) {
    // A name with a meaning in JavaScript, like __proto__, is an attack.
    return { fault: `its XML cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : ''}` }
  }
}

/** What may have signs of tags in it, by its beginning and its end. */
const wholes = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function countOf(sign: string, text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf(sign, from); at !== -1 && at < to; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** Counted before anything is built of it. */
function sizeFault(xml: string): string | undefined {
  let elements = 0
  let depth = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const next = xml[at + 1]
    if (next === '!' || next === '?') {
      if (xml.startsWith('<!DOCTYPE', at)) return say`it has a DOCTYPE, which no trade item has`
      const [, end] = wholes.find(([begin]) => xml.startsWith(begin, at)) ?? []
      const ended = end === undefined ? at : xml.indexOf(end, at)
      if (ended === -1) break
      at = ended
      continue
    }
    if (next === '/') {
      depth--
      continue
    }
    elements++
    const close = xml.indexOf('>', at)
    if (close === -1) break
    const inside = xml.indexOf('<', at + 1)
    // A later tag is not searched for its end again.
    if (inside !== -1 && inside < close) return say`its XML is broken: an element is not closed`
    if (countOf('=', xml, at, close) > max.attributes)
      return say`an element has more than ${max.attributes} attributes`
    if (xml[close - 1] !== '/') depth++
    if (elements > max.elements) return say`it has more than ${max.elements} elements`
    if (depth > rowLimits.depth)
      return say`its elements stand in one another more than ${rowLimits.depth} deep`
  }
  return undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parser's nodes: `{name: [nodes], ':@': attributes}`, or `{'#text': text}`. */
function elementsOf(nodes: unknown): GdsnElement[] {
  if (!Array.isArray(nodes)) return []
  return nodes.filter(isRecord).flatMap((node): GdsnElement[] => {
    const [name] = Object.keys(node).filter((key) => key !== ':@' && key !== '#text' && !key.startsWith('?'))
    if (name === undefined) return []
    const inside = node[name]
    const children = elementsOf(inside)
    return [
      {
        name,
        attributes: attributesOf(node[':@']),
        text: children.length > 0 ? '' : textOf(inside),
        children,
      },
    ]
  })
}

function attributesOf(attributes: unknown): Record<string, string> {
  if (!isRecord(attributes)) return {}
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
}

const textOf = (nodes: unknown): string =>
  Array.isArray(nodes)
    ? nodes
        .filter(isRecord)
        .map((node) => String(node['#text'] ?? ''))
        .join('')
        .trim()
    : ''
