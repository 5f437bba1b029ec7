/**
 * Rewrites a document in a form in which every element can be parsed separately: elements of the document's
 * namespace have no prefix, and every other element declares its own prefix.
 */

import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { answerLimits, limitWords } from '../../../src-shared/vocabulary/kit/limits.ts'
import { Lines } from '../../../src-shared/vocabulary/kit/read/places.ts'
import { Refusal } from '../../../src-shared/vocabulary/kit/xml/refusal.ts'
import type { ReadTag } from '../../../src-shared/vocabulary/kit/xml/tag-reader.ts'
import { readXml } from '../../../src-shared/vocabulary/kit/xml/xml-reader.ts'

/** The error for a document that cannot be read at all. */
export const refusedFor = (problem: Problem): PlainError =>
  new PlainError(problem.code, problem.message, { problems: [problem] })

/**
 * Maximum bytes of a rewritten document: in-place declarations may be much longer than those they replace.
 */
const maxWritten = 2 * answerLimits.documentBytes
/** Number of characters after which pending pieces are joined. */
const joinThreshold = 65_536

/** Text that is appended in pieces and stored as UTF-8. */
class Written {
  readonly #chunks: Buffer[] = []
  #pieces: string[] = []
  #pending = 0
  #bytes = 0

  add(piece: string): void {
    this.#pieces.push(piece)
    this.#pending += piece.length
    if (this.#pending >= joinThreshold) this.#join()
  }
  whole(): Buffer {
    this.#join()
    return Buffer.concat(this.#chunks)
  }
  #join(): void {
    const chunk = Buffer.from(this.#pieces.join(''))
    this.#bytes += chunk.byteLength
    if (this.#bytes > maxWritten) {
      const { code, message } = limitWords('documentBytes', answerLimits)
      throw new Refusal(code, message)
    }
    this.#chunks.push(chunk)
    this.#pieces = []
    this.#pending = 0
  }
}

const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`)
const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The start tag of an element with declarations of all prefixes it uses, and the name as written. */
function startTag(tag: ReadTag, ownNamespace: string): { name: string; text: string } {
  const declared = new Map<string, string>()
  const isOwn = tag.namespace === ownNamespace || tag.namespace === ''
  const colon = tag.name.indexOf(':')
  const prefix = colon < 0 ? 'x' : tag.name.slice(0, colon)
  if (!isOwn) declared.set(prefix, tag.namespace)
  const name = isOwn ? tag.local : `${prefix}:${tag.local}`
  let text = `<${name}`
  for (const { prefix: attributePrefix, name: local, namespace, value } of tag.attributes) {
    text += ` ${attributePrefix === '' ? local : `${attributePrefix}:${local}`}="${escapeAttribute(value)}"`
    if (attributePrefix !== '' && attributePrefix !== 'xml') declared.set(attributePrefix, namespace)
  }
  for (const [bound, namespace] of declared) text += ` xmlns:${bound}="${escapeAttribute(namespace)}"`
  return { name, text }
}

/** The start tag of an envelope in the form that the scanner reads. */
export const envelopeTag = (attributes: Record<string, string>): string =>
  `<items${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')}>`

/**
 * Rewrites a document in the canonical form.
 * @param text a complete document, or a single element
 * @param root the required local name of the root, in any namespace
 * @throws PlainError if it is not well-formed, exceeds a limit, or has another root
 */
export function canonicalXml(text: string, root: 'items' | 'item'): Buffer {
  const written = new Written()
  /** Names of the open elements as written; '' for an empty element. */
  const names: string[] = []
  const locals: string[] = []
  let ownNamespace = ''
  let items = 0
  const openElements = (within?: string) =>
    [...locals, ...(within === undefined ? [] : [within])].map((name, depth) => ({
      name,
      position: depth === 1 && root === 'items' ? Math.max(1, items) : 0,
    }))
  try {
    readXml(text, answerLimits, {
      openElements,
      open(tag, offset) {
        if (names.length === 0) {
          ownNamespace = tag.namespace
          if (tag.local !== root)
            throw new Refusal(
              'unexpected-root',
              say`The root is <${tag.local}>; <${root}> was expected.`,
              offset,
            )
        }
        if (names.length === 1 && tag.local === 'item') items++
        const { name, text: start } = startTag(tag, ownNamespace)
        const isEnvelope = names.length === 0 && root === 'items' && ownNamespace !== ''
        written.add(start)
        if (isEnvelope) written.add(` xmlns="${escapeAttribute(ownNamespace)}"`)
        written.add(tag.isEmpty ? '/>' : '>')
        names.push(tag.isEmpty ? '' : name)
        locals.push(tag.local)
      },
      close() {
        const name = names.pop()
        locals.pop()
        if (name) written.add(`</${name}>`)
      },
      text: (piece) => written.add(escapeText(piece)),
      comment: (comment) => written.add(`<!--${comment}-->`),
    })
    return written.whole()
  } catch (error) {
    if (error instanceof Refusal) throw refusedFor(problemOf(error, text))
    throw error
  }
}

/** Converts a refusal to a problem, with the path of the element and the line. */
export function problemOf({ code, message, offset, open, position }: Refusal, text: string): Problem {
  const path = open.map(({ name, position: at }) => (at > 0 ? `${name}[${at}]` : name)).join('/')
  const place = position ?? (offset === undefined ? {} : new Lines(text).position(offset))
  return { code, path, message, ...place }
}
