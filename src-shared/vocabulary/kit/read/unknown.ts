/** Unknown parts of a document, from the tree to the value: each is kept whole, with its namespaces. */

import { say } from '../../../texts/say.ts'
import type { Unknown } from '../value.ts'
import { escapeAttribute, escapeText } from '../xml/characters.ts'
import { Refusal } from '../xml/refusal.ts'
import type { XmlAttribute, XmlElement } from '../xml/tree.ts'

export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const schemaInstanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** The number of characters that may still be kept of unknown parts, with their namespaces written out. */
export interface Room {
  left: number
}

/** Takes from the room. @throws Refusal when there is not so much left */
export function takeRoom(room: Room, characters: number, offset: number): void {
  room.left -= characters
  if (room.left >= 0) return
  throw new Refusal(
    'too-large',
    say`What is unknown in this document, with its namespaces written out, is larger than a document may be. Give it shorter namespaces, or take it out.`,
    offset,
  )
}

/**
 * An element as XML that needs nothing declared around it but the default namespace `around`, which it is written in
 * without a declaration, so that the document may be written under another namespace base.
 * @throws Refusal when it takes more than the room
 */
export function serialise(element: XmlElement, around: string, room: Room = { left: Infinity }): string {
  const pieces: string[] = []
  const put = (piece: string, offset: number) => {
    takeRoom(room, piece.length, offset)
    pieces.push(piece)
  }
  const write = ({ name, namespace, attributes, content, offset }: XmlElement, outside: string) => {
    // The namespace of `xml:` is bound to that prefix, and may be bound to no other, nor to none.
    const isOfXml = namespace === xmlNamespace
    const tag = isOfXml ? `xml:${name}` : name
    const declaration = isOfXml || namespace === outside ? '' : ` xmlns="${escapeAttribute(namespace)}"`
    const written = attributes.map(serialiseAttribute).join('')
    put(`<${tag}${declaration}${prefixDeclarations(attributes)}${written}`, offset)
    const start = pieces.length
    put('>', offset)
    for (const part of content) {
      if (part === '') continue
      if (typeof part === 'string') put(escapeText(part), offset)
      else if ('comment' in part) put(`<!--${part.comment}-->`, offset)
      else write(part, isOfXml ? outside : namespace)
    }
    if (pieces.length === start + 1) {
      pieces.length = start
      put('/>', offset)
    } else put(`</${tag}>`, offset)
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

/** Attributes that may stand on any element: `xml:lang` and its like by XML itself, `xsi:schemaLocation` by XSD. */
export const belongsToXml = ({ kind, name, namespace }: Unknown): boolean =>
  kind === 'attribute' &&
  (namespace === xmlNamespace ||
    (namespace === schemaInstanceNamespace &&
      (name === 'schemaLocation' || name === 'noNamespaceSchemaLocation')))
