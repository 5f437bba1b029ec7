/** Unknown parts of a document, kept complete with their namespaces, from the tree to the value. */

import { say } from '../../../texts/say.ts'
import type { Unknown } from '../value.ts'
import { escapeAttribute, escapeText } from '../xml/characters.ts'
import { Refusal } from '../xml/refusal.ts'
import type { XmlAttribute, XmlElement } from '../xml/tree.ts'

export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const schemaInstanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** Number of characters still available for unknown parts, with their namespaces written out. */
export interface Room {
  left: number
}

/** Reduces the remaining size. @throws Refusal when it is exceeded */
export function reserveRoom(room: Room, characters: number, offset: number): void {
  room.left -= characters
  if (room.left >= 0) return
  throw new Refusal(
    'too-large',
    say`What is unknown in this document, with its namespaces written out, is larger than a document may be. Use shorter namespaces, or remove it.`,
    offset,
  )
}

/**
 * Serializes an element so that it needs no outer declaration except the default namespace `around`.
 * Elements in that namespace have no declaration, so that the document can be written with another
 * namespace base.
 * @throws Refusal when the remaining size is exceeded
 */
export function serialise(element: XmlElement, around: string, room: Room = { left: Infinity }): string {
  const pieces: string[] = []
  const add = (piece: string, offset: number) => {
    reserveRoom(room, piece.length, offset)
    pieces.push(piece)
  }
  const write = ({ name, namespace, attributes, content, offset }: XmlElement, outside: string) => {
    // The `xml:` namespace is bound to that prefix, and must not be bound to another prefix or be the
    // default.
    const isOfXml = namespace === xmlNamespace
    const tag = isOfXml ? `xml:${name}` : name
    const declaration = isOfXml || namespace === outside ? '' : ` xmlns="${escapeAttribute(namespace)}"`
    const written = attributes.map(serialiseAttribute).join('')
    add(`<${tag}${declaration}${prefixDeclarations(attributes)}${written}`, offset)
    const start = pieces.length
    add('>', offset)
    for (const part of content) {
      if (part === '') continue
      if (typeof part === 'string') add(escapeText(part), offset)
      else if ('comment' in part) add(`<!--${part.comment}-->`, offset)
      else write(part, isOfXml ? outside : namespace)
    }
    if (pieces.length === start + 1) {
      pieces.length = start
      add('/>', offset)
    } else add(`</${tag}>`, offset)
  }
  write(element, around)
  return pieces.join('')
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

/** Unknown attributes for a start tag, with the declarations of their prefixes. */
export function writeUnknownAttributes(unknown: readonly Unknown[]): string {
  const attributes = unknown.map(({ name, prefix = '', namespace = '', content }) => ({
    name,
    prefix,
    namespace,
    value: content,
  }))
  return prefixDeclarations(attributes) + attributes.map(serialiseAttribute).join('')
}

/** The XML of an unknown element, text or comment. */
export const writeUnknownContent = (unknown: Unknown): string => {
  if (unknown.kind === 'text') return escapeText(unknown.content)
  return unknown.kind === 'comment' ? `<!--${unknown.content}-->` : unknown.content
}

/**
 * Attributes that are allowed on any element: `xml:lang` and similar ones by XML itself,
 * `xsi:schemaLocation` by XSD.
 */
export const belongsToXml = ({ kind, name, namespace }: Unknown): boolean =>
  kind === 'attribute' &&
  (namespace === xmlNamespace ||
    (namespace === schemaInstanceNamespace &&
      (name === 'schemaLocation' || name === 'noNamespaceSchemaLocation')))
