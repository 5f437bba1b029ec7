/**
 * The codes of documented limits and rules by which we refuse well-formed documents. A refusal of a
 * well-formed document with any other code is a finding.
 */
import type { PlainElement } from './reference-parser.ts'

/** Rules of the service, and limits of `src-shared/vocabulary/kit/limits.ts`. */
const documented = new Set([
  'doctype',
  'encoding',
  'xml-version',
  'too-deep',
  'too-large',
  'attribute-too-long',
])

/** Limits name the exceeded quantity: `too-many-attributes`, `text-too-long`. */
const isLimit = (code: string): boolean => /^too-|-too-(?:long|many|large|deep)$/.test(code)

/** A well-formed document, as parsed by libxml2. */
interface SoundDocument {
  root: PlainElement
  bytes: Uint8Array
}

/** @param expectedRoot root name that the reader requires, if any */
export function mayRefuse(
  code: string,
  { root, bytes }: SoundDocument,
  expectedRoot: string | undefined,
): boolean {
  if (expectedRoot !== undefined && root.name !== expectedRoot) return true
  return documented.has(code) || isLimit(code) || isUnmarkedUtf16(bytes) || declaresXmlTwice(bytes)
}

/** UTF-16 is only accepted with a byte order mark. */
const isUnmarkedUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0 && bytes[1] === 0x3c) || (bytes[0] === 0x3c && bytes[1] === 0)

/** libxml2 accepts two declarations of the prefix xml on one element, which XML forbids. */
const declaresXmlTwice = (bytes: Uint8Array): boolean =>
  /xmlns:xml\s*=[^<>]*xmlns:xml\s*=/.test(Buffer.from(bytes).toString('latin1'))
