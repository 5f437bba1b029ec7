/** libxml2's parse result of a document, in a form that can be compared with ours. */
import {
  ParseOption,
  XmlCData,
  XmlDocument,
  XmlElement,
  type XmlLibError,
  type XmlNode,
  XmlParseError,
  XmlText,
  XmlTreeNode,
} from 'libxml2-wasm'

/** An element without prefixes, comments and instructions; adjacent texts are merged. */
export interface PlainElement {
  name: string
  namespace: string
  /** Name (`{namespace}name` if there is a namespace) and value, sorted by name. */
  attributes: [string, string][]
  content: (PlainElement | string)[]
}

export type Verdict =
  | { kind: 'accepted'; root: PlainElement; warnings: string[] }
  /** Not well-formed XML, wrong namespaces, or an encoding that libxml2 does not support. */
  | { kind: 'refused'; why: string }
  /** Well-formed, but libxml2 returns no tree because of a rule of another specification. */
  | { kind: 'no-tree'; why: string }

/** Errors of xml:id and of URIs, which do not affect well-formedness. */
const otherRules = /xml:id|is not a valid URI|^xmlns(?::\S+)?: '|NCName/

/** Disables libxml2's own limits; nothing is fetched, and no entity of a document type is expanded. */
const reading = { option: ParseOption.XML_PARSE_HUGE | ParseOption.XML_PARSE_NONET }

export function judge(bytes: Uint8Array): Verdict {
  try {
    using document = XmlDocument.fromBuffer(bytes, reading)
    return {
      kind: 'accepted',
      root: plain(document.root),
      warnings: document.warnings.map(({ message }) => message.trim()),
    }
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const { details } = error as XmlLibError
    const bad = details.filter(({ level }) => level > 1)
    const why = bad[0]?.message.trim() ?? error.message
    const isElsewhere = bad.length > 0 && bad.every(({ message }) => otherRules.test(message))
    return isElsewhere ? { kind: 'no-tree', why } : { kind: 'refused', why }
  }
}

export const attributeName = (namespace: string, name: string): string =>
  namespace === '' ? name : `{${namespace}}${name}`

function plain(element: XmlElement): PlainElement {
  const content: PlainElement['content'] = []
  for (const node of childrenOf(element)) {
    if (node instanceof XmlElement) content.push(plain(node))
    else if (node instanceof XmlText || node instanceof XmlCData) addText(content, node.content)
  }
  const attributes = element.attrs.map(({ name, namespaceUri, value }): [string, string] => [
    attributeName(namespaceUri, name),
    value,
  ])
  return { name: element.name, namespace: element.namespaceUri, attributes: sorted(attributes), content }
}

/**
 * The library returns no next sibling for an instruction, so children of such an element are queried by
 * XPath.
 */
function childrenOf(element: XmlElement): XmlNode[] {
  const children: XmlNode[] = []
  for (let node: XmlTreeNode | null = element.firstChild; node; node = node.next) {
    if (!(node instanceof XmlTreeNode)) return element.find('node()')
    children.push(node)
  }
  return children
}

export function addText(content: PlainElement['content'], text: string): void {
  if (text === '') return
  const last = content.length - 1
  const before = content[last]
  if (typeof before === 'string') content[last] = before + text
  else content.push(text)
}

export const sorted = (attributes: [string, string][]): [string, string][] =>
  attributes.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** The first difference between two trees, if any. */
export function difference(ours: PlainElement, theirs: PlainElement, path = ''): string | undefined {
  const at = `${path}/${theirs.name}`
  const describe = (what: string, mine: unknown, other: unknown) =>
    `${at}: ${what} is ${shown(mine)}, libxml2 reads ${shown(other)}`
  if (ours.name !== theirs.name) return describe('the name', ours.name, theirs.name)
  if (ours.namespace !== theirs.namespace) return describe('the namespace', ours.namespace, theirs.namespace)
  if (shown(ours.attributes) !== shown(theirs.attributes))
    return describe('the attributes', ours.attributes, theirs.attributes)
  for (let index = 0; index < Math.max(ours.content.length, theirs.content.length); index++) {
    const mine = ours.content[index]
    const other = theirs.content[index]
    if (typeof mine === 'object' && typeof other === 'object') {
      const within = difference(mine, other, at)
      if (within !== undefined) return within
    } else if (mine !== other) return describe(`part ${index} of the content`, mine, other)
  }
  return undefined
}
const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
