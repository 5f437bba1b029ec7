/** From the bytes of a body to text: UTF-8, or UTF-16 with a byte order mark, and nothing too large. */
import { Refusal } from './refusal.ts'

/** What a document may be, at most; everything beyond is refused before it is read. */
export const limits = {
  /** Bytes of a whole document: 16 MB. */
  documentBytes: 16 * 1024 * 1024,
  /** Nested elements. */
  depth: 64,
  /** Bytes of one attribute value: 64 KB. */
  attributeBytes: 64 * 1024,
} as const

/** Length in UTF-8, counted only when it is not obvious that it stays below `enough`. */
export function exceedsBytes(text: string, enough: number): boolean {
  if (text.length > enough) return true
  return text.length * 3 > enough && new TextEncoder().encode(text).length > enough
}

const tooLarge = () => new Refusal('too-large', 'The document is larger than 16 MB. Send it in parts.')

function encodingOf(bytes: Uint8Array): { label: string; marked: boolean } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { label: 'utf-16le', marked: true }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { label: 'utf-16be', marked: true }
  const utf8Mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { label: 'utf-8', marked: utf8Mark }
}

/**
 * Decodes a document.
 * @throws Refusal `too-large`, or `encoding` when the bytes are neither UTF-8 nor marked UTF-16.
 */
export function decode(source: string | Uint8Array): string {
  if (typeof source === 'string') {
    if (exceedsBytes(source, limits.documentBytes)) throw tooLarge()
    return source.startsWith('\uFEFF') ? source.slice(1) : source
  }
  if (source.length > limits.documentBytes) throw tooLarge()
  const { label, marked } = encodingOf(source)
  let text: string
  try {
    text = new TextDecoder(label, { fatal: true }).decode(source)
  } catch {
    throw new Refusal(
      'encoding',
      'The document is not valid UTF-8, nor UTF-16 with a byte order mark. Save it as UTF-8.',
    )
  }
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1]
  if (!marked && declared !== undefined && !/^(utf-?8|us-ascii)$/i.test(declared)) {
    throw new Refusal(
      'encoding',
      `The document declares the encoding ${declared}; only UTF-8 and UTF-16 with a byte order mark are read.`,
    )
  }
  return text
}
