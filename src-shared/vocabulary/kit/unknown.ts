/** What the description does not know, from the tree to the value: kept whole, able to stand anywhere. */
import { escapeAttribute, escapeText } from './characters.ts'
import type { XmlAttribute, XmlElement } from './tree.ts'
import type { Unknown } from './value.ts'

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
export const schemaInstanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/**
 * An element as XML that needs nothing declared around it but the default namespace `around`, which it is written in
 * without a declaration, so that the document may be written under another namespace base.
 */
export function serialise(element: XmlElement, around: string): string {
  const declaration = element.namespace === around ? '' : ` xmlns="${escapeAttribute(element.namespace)}"`
  const attributes = element.attributes.map((attribute) => serialiseAttribute(attribute)).join('')
  const content = element.content
    .map((part) => {
      if (typeof part === 'string') return escapeText(part)
      return 'comment' in part ? `<!--${part.comment}-->` : serialise(part, element.namespace)
    })
    .join('')
  const start = `<${element.name}${declaration}${prefixDeclarations(element.attributes)}${attributes}`
  return content === '' ? `${start}/>` : `${start}>${content}</${element.name}>`
}

const serialiseAttribute = ({ prefix, name, value }: XmlAttribute): string =>
  ` ${prefix === '' ? name : `${prefix}:${name}`}="${escapeAttribute(value)}"`

const prefixDeclarations = (attributes: readonly XmlAttribute[]): string => {
  const prefixes = new Map(attributes.map(({ prefix, namespace }) => [prefix, namespace]))
  return [...prefixes]
    .filter(([prefix, namespace]) => prefix !== '' && namespace !== xmlNamespace)
    .map(([prefix, namespace]) => ` xmlns:${prefix}="${escapeAttribute(namespace)}"`)
    .join('')
}

export const unknownAttribute = ({ name, prefix, namespace, value }: XmlAttribute): Unknown => ({
  kind: 'attribute',
  name,
  content: value,
  ...(prefix === '' ? {} : { prefix, namespace }),
})

/** Kept attributes as they are written into a start tag, with the declarations their prefixes need. */
export function writeUnknownAttributes(unknown: readonly Unknown[]): string {
  const attributes = unknown.map(({ name, prefix = '', namespace = '', content }) => ({
    name,
    prefix,
    namespace,
    value: content,
  }))
  return prefixDeclarations(attributes) + attributes.map(serialiseAttribute).join('')
}

/** Kept elements, text and comments as they are written between the known ones. */
export const writeUnknownContent = (unknown: Unknown): string => {
  if (unknown.kind === 'text') return escapeText(unknown.content)
  return unknown.kind === 'comment' ? `<!--${unknown.content}-->` : unknown.content
}

/** `xsi:schemaLocation` and the like may stand on any element by the rules of XSD itself. */
export const belongsToSchemaLanguage = ({ name, namespace }: Unknown): boolean =>
  namespace === schemaInstanceNamespace && (name === 'schemaLocation' || name === 'noNamespaceSchemaLocation')
