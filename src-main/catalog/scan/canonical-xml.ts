/**
 * Writes a document anew in a form in which every element can be read alone: elements of the document's namespace have no
 * prefix, and every other element declares its prefix itself.
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

/** Bytes of a written document, at most: declarations in place may be much longer than those they replace. */
const maxWritten = 2 * answerLimits.documentBytes
/** Pieces are joined when they have so many characters together. */
const joinedAt = 65_536

/** Text that grows by pieces, kept as UTF-8. */
class Written {
  readonly #chunks: Buffer[] = []
  #pieces: string[] = []
  #pending = 0
  #bytes = 0

  add(piece: string): void {
    this.#pieces.push(piece)
    this.#pending += piece.length
    if (this.#pending >= joinedAt) this.#join()
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

/** The start tag of an element, with the prefixes that it uses declared, and the name as written. */
function startTag(tag: ReadTag, ownNamespace: string): { name: string; text: string } {
  const declared = new Map<string, string>()
  const isOwn = tag.namespace === ownNamespace || tag.namespace === ''
  const colon = tag.name.indexOf(':')
  const prefix = colon < 0 ? 'x' : tag.name.slice(0, colon)
  if (!isOwn) declared.set(prefix, tag.namespace)
  const name = isOwn ? tag.local : `${prefix}:${tag.local}`
  let text = `<${name}`
  for (const { prefix: of, name: local, namespace, value } of tag.attributes) {
    text += ` ${of === '' ? local : `${of}:${local}`}="${escapeAttribute(value)}"`
    if (of !== '' && of !== 'xml') declared.set(of, namespace)
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
 * @param text a whole document, or an element that stands alone
 * @param root the name its root must have, in any namespace
 * @throws PlainError when it is not well-formed, beyond a limit, or has another root
 */
export function canonicalXml(text: string, root: 'items' | 'item'): Buffer {
  const written = new Written()
  /** Names of the open elements as written; '' for an element without content. */
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

/** A refusal as a problem, with the path of the element and the line. */
export function problemOf({ code, message, offset, open, position }: Refusal, text: string): Problem {
  const path = open.map(({ name, position: at }) => (at > 0 ? `${name}[${at}]` : name)).join('/')
  const place = position ?? (offset === undefined ? {} : new Lines(text).position(offset))
  return { code, path, message, ...place }
}
