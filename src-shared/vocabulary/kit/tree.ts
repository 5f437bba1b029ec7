/**
 * From text to a light tree with positions. Well-formedness is saxes' verdict (strict, with namespaces); what the
 * kit adds are the refusals: document type declarations, depth, length of attributes, control characters.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { exceedsBytes, limits } from './decode.ts'
import { Refusal } from './refusal.ts'

export interface XmlAttribute {
  name: string
  prefix: string
  namespace: string
  value: string
}
export interface XmlComment {
  comment: string
}
export interface XmlElement {
  /** Local name. */
  name: string
  namespace: string
  attributes: XmlAttribute[]
  content: (XmlElement | XmlComment | string)[]
  /** Offset of its `<` in the text. */
  offset: number
}

/** The text of an element, without that of the elements inside it. */
export function textOf(element: XmlElement): string {
  const { content } = element
  if (content.length === 0) return ''
  if (content.length === 1 && typeof content[0] === 'string') return content[0]
  return content.filter((part) => typeof part === 'string').join('')
}

const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

function attributesOf(tag: SaxesTagNS): XmlAttribute[] {
  const attributes: XmlAttribute[] = []
  for (const key in tag.attributes) {
    const found = tag.attributes[key]
    if (found === undefined || found.uri === xmlnsNamespace || found.prefix === 'xmlns') continue
    attributes.push({ name: found.local, prefix: found.prefix, namespace: found.uri, value: found.value })
  }
  return attributes
}

/** saxes puts the position in front of its message; ours travels beside it. */
const plainMessage = (message: string): string => message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')

/** @throws Refusal when the text is not a well-formed document within the limits. */
export function parseTree(text: string): XmlElement {
  const parser = new SaxesParser({
    xmlns: true,
    position: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  })
  const open: XmlElement[] = []
  let root: XmlElement | undefined

  const refuse = (code: string, message: string, offset = parser.position): never => {
    throw new Refusal(code, message, Math.min(offset, text.length), openElements(open))
  }
  const add = (part: XmlElement['content'][number]) => {
    const content = open.at(-1)?.content
    if (content === undefined) return
    const last = content.length - 1
    const before = content[last]
    if (typeof part === 'string' && typeof before === 'string') content[last] = before + part
    else content.push(part)
  }

  parser.on('error', (error) => {
    const message = plainMessage(error.message)
    if (message.includes('disallowed character')) {
      refuse('illegal-character', 'The document holds a control character, which XML does not allow.')
    }
    refuse('not-well-formed', `This is not well-formed XML: ${message}.`)
  })
  parser.on('doctype', () =>
    refuse('doctype', 'A document type declaration (DOCTYPE) is not accepted. Remove it.'),
  )
  parser.on('opentag', (tag) => {
    // A start tag holds no other `<`, or it would not have been well-formed.
    const offset = text.lastIndexOf('<', parser.position - 1)
    if (open.length >= limits.depth) {
      refuse('too-deep', `Elements are nested more than ${limits.depth} deep.`, offset)
    }
    const attributes = attributesOf(tag)
    const long = attributes.find(({ value }) => exceedsBytes(value, limits.attributeBytes))
    if (long !== undefined)
      refuse('attribute-too-long', `The attribute ${long.name} is longer than 64 KB.`, offset)
    const element: XmlElement = { name: tag.local, namespace: tag.uri, attributes, content: [], offset }
    if (open.length === 0) root = element
    else add(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', (part) => add(part))
  parser.on('cdata', (part) => add(part))
  parser.on('comment', (comment) => add({ comment }))

  parser.write(text).close()
  if (root === undefined) return refuse('not-well-formed', 'The document is empty.', 0)
  return root
}

const openElements = (open: readonly XmlElement[]) =>
  open.map((element, depth) => {
    const siblings = open[depth - 1]?.content ?? []
    const same = siblings.filter(
      (part) => typeof part === 'object' && 'name' in part && part.name === element.name,
    )
    return { name: element.name, position: Math.max(same.length, 1) }
  })
