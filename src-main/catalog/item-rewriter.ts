/**
 * Reads what the byte scanner declines with a parser for all of XML, and writes it anew in the one form the scanner
 * takes: UTF-8, elements of the document's namespace without prefix, all others with theirs declared in place.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Problem } from '../../src-shared/problem.ts'
import { limits } from '../../src-shared/vocabulary/kit/decode.ts'
import { StoreError } from '../storage/store-error.ts'

/** The document cannot be read at all. `data` is `{problems}`. */
const refused = (problem: Problem): StoreError =>
  new StoreError(problem.code, problem.message, { problems: [problem] })

/** Text of a document in UTF-8, UTF-16 with a byte order mark, or the encoding it declares. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes)
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes)
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1]
  return decodeAs(declared ?? 'utf-8', bytes)
}
function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw refused({ code: 'encoding', path: '', message: `The document is not text in ${encoding}.` })
  }
}

const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`)
const escapeAttribute = (text: string): string =>
  text.replace(/[&<"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The start tag of an element, prefixes declared where they are used. Its written name comes with it. */
function startTag(tag: SaxesTagNS, ownNamespace: string): { name: string; text: string } {
  const declared = new Map<string, string>()
  const isOwn = tag.uri === ownNamespace || tag.uri === ''
  const prefix = tag.prefix || 'x'
  if (!isOwn) declared.set(prefix, tag.uri)
  const name = isOwn ? tag.local : `${prefix}:${tag.local}`
  let text = `<${name}`
  for (const attribute of Object.values(tag.attributes)) {
    if (attribute.prefix === 'xmlns' || attribute.name === 'xmlns') continue
    text += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`
    if (attribute.prefix !== '' && attribute.prefix !== 'xml') declared.set(attribute.prefix, attribute.uri)
  }
  for (const [declaredPrefix, uri] of declared) text += ` xmlns:${declaredPrefix}="${escapeAttribute(uri)}"`
  return { name, text }
}

/**
 * Writes a document anew for the scanner.
 * @param root the name its root must have, in any namespace
 * @throws StoreError `not-well-formed`, `doctype`, `encoding`, `too-deep` or `unexpected-root`, with the problem as data
 */
export function rewriteForScanner(bytes: Uint8Array, root: 'items' | 'item'): Uint8Array {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const pieces: string[] = []
  const names: string[] = []
  let ownNamespace = ''
  let itemCount = 0
  /** Where the parser is; items are counted, as they are what repeats. */
  const path = () =>
    names.map((name, depth) => (depth === 1 && root === 'items' ? `${name}[${itemCount}]` : name)).join('/')
  const refuse = (code: string, message: string) =>
    refused({ code, path: path(), message, line: parser.line, column: parser.column })

  parser.on('error', (error) => {
    throw refuse(
      'not-well-formed',
      `The document is not well-formed XML: ${error.message.replace(/^[\d:]+ /, '').replace(/\.$/, '')}.`,
    )
  })
  parser.on('doctype', () => {
    throw refuse('doctype', 'The document declares a document type, which is not allowed.')
  })
  parser.on('opentag', (tag) => {
    if (names.length === 0) {
      ownNamespace = tag.uri
      if (tag.local !== root)
        throw refuse('unexpected-root', `The root is <${tag.local}>; <${root}> was expected.`)
    }
    if (names.length === limits.depth)
      throw refuse('too-deep', `Elements are nested deeper than ${limits.depth}.`)
    if (names.length === 1 && tag.local === 'item') itemCount++
    const { name, text } = startTag(tag, ownNamespace)
    const isEnvelope = names.length === 0 && root === 'items' && ownNamespace !== ''
    pieces.push(
      text,
      isEnvelope ? ` xmlns="${escapeAttribute(ownNamespace)}"` : '',
      tag.isSelfClosing ? '/>' : '>',
    )
    names.push(tag.isSelfClosing ? '' : name)
  })
  parser.on('closetag', () => {
    const name = names.pop()
    if (name) pieces.push(`</${name}>`)
  })
  const addText = (text: string) => {
    if (names.length > 0) pieces.push(escapeText(text))
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('comment', (text) => {
    if (names.length > 0) pieces.push(`<!--${text}-->`)
  })
  parser.write(decode(bytes)).close()
  return Buffer.from(pieces.join(''))
}
