import { SaxesParser } from 'saxes'
import { tradeItemLimits as max, rowLimits } from '../../../../src-shared/file-limits.ts'
import type { GdsnElement } from '../../../../src-shared/gdsn/element.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'

/** Aborts the reading of a trade item. */
const refuse = (fault: string): never => {
  throw new PlainError('FAULT', fault)
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * The element of a trade item's XML, or the fault in the XML. Prefixes are dropped and need not be declared,
 * because their declarations may be in the message around the item. All texts stay texts: `00012` is not
 * converted to a number.
 */
export function readTradeItem(xml: string): { element: GdsnElement } | { fault: string } {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const top: GdsnElement = { name: '', attributes: {}, text: '', children: [] }
  /** The open elements, innermost last. */
  const open = [top]
  let elements = 0
  let attributes = 0
  parser.on('error', ({ message }) =>
    message.includes('doctype')
      ? refuse(say`it has a DOCTYPE, which no trade item has`)
      : refuse(say`its XML is broken: ${message.slice(0, 200)}`),
  )
  parser.on('doctype', () => refuse(say`it has a DOCTYPE, which no trade item has`))
  parser.on('opentagstart', () => {
    attributes = 0
    if (++elements > max.elements) refuse(say`it has more than ${max.elements} elements`)
    if (open.length > rowLimits.depth) refuse(say`its elements are nested more than ${rowLimits.depth} deep`)
  })
  parser.on('attribute', () => {
    if (++attributes > max.attributes) refuse(say`an element has more than ${max.attributes} attributes`)
  })
  parser.on('opentag', (tag) => {
    const named = Object.entries(tag.attributes).filter(([name]) => !/^xmlns(:|$)/.test(name))
    const element: GdsnElement = {
      name: withoutPrefix(tag.name),
      attributes: Object.fromEntries(named.map(([name, value]) => [withoutPrefix(name), value])),
      text: '',
      children: [],
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string): void => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) element.text = element.children.length > 0 ? '' : element.text.trim()
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    if (error instanceof PlainError) return { fault: error.message }
    throw error
  }
  // A document without an element is not well-formed.
  const [element = top] = top.children
  return { element }
}
