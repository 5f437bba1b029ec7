/**
 * The codes of the documented limits and rules by which we refuse well-formed documents. A refusal of a well-formed
 * document with any other code is a finding.
 */
import type { PlainElement } from './witness.ts'

/** Rules of the service and limits of `src-shared/vocabulary/kit/limits.ts`. */
const documented = new Set([
  'doctype',
  'encoding',
  'xml-version',
  'too-deep',
  'too-large',
  'attribute-too-long',
])

/** Limits name what there is too much of: `too-many-attributes`, `text-too-long`. */
const isLimit = (code: string): boolean => /^too-|-too-(?:long|many|large|deep)$/.test(code)

/** A well-formed document, as libxml2 reads it. */
interface SoundDocument {
  root: PlainElement
  bytes: Uint8Array
}

/** @param root name that the reader asks of the root, if any */
export function mayRefuse(code: string, { root, bytes }: SoundDocument, asked: string | undefined): boolean {
  if (asked !== undefined && root.name !== asked) return true
  return documented.has(code) || isLimit(code) || isUnmarkedUtf16(bytes) || declaresXmlTwice(bytes)
}

/** UTF-16 is read with a byte order mark only. */
const isUnmarkedUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0 && bytes[1] === 0x3c) || (bytes[0] === 0x3c && bytes[1] === 0)

/** libxml2 lets the prefix xml be declared twice on one element, which XML does not. */
const declaresXmlTwice = (bytes: Uint8Array): boolean =>
  /xmlns:xml\s*=[^<>]*xmlns:xml\s*=/.test(Buffer.from(bytes).toString('latin1'))
