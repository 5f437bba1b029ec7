/**
 * Limits of XML from other systems, in one table for all readers and for the reference. Within the limits,
 * reading takes time in proportion to the bytes; beyond them, it stops with a problem that has a position.
 * The limits are far above real catalogs (an item has about 5 KB, its longest text less than 100 KB).
 */
import { code, type Page, paragraph, table } from '../../reference/page.ts'
import { say } from '../../texts/say.ts'
import type { Role } from './role.ts'

export interface DocumentLimits {
  /** Bytes of a document in its original encoding; for a string, its bytes in UTF-8. */
  documentBytes: number
  /** Nesting depth of elements, including the root. */
  depth: number
  /** Elements, comments and processing instructions of a document. */
  elements: number
  /** Child elements, comments and processing instructions of one element. */
  children: number
  /** Attributes of one element, including namespace declarations. */
  attributes: number
  /** UTF-8 bytes of one attribute value, as written between its quotes. */
  attributeBytes: number
  /** UTF-8 bytes of the text directly in one element, as written, and of one comment or instruction. */
  textBytes: number
  /** UTF-8 bytes of the name of one element, attribute or instruction, including its prefix. */
  nameBytes: number
  /** Items of a feed or a response: the elements named `item` directly in the root. */
  items: number
  /** UTF-8 bytes of one item, or of a single parsed element. */
  itemBytes: number
  /** Problems listed individually; if there are more, an additional problem gives the total. */
  problems: number
}
export type LimitName = keyof DocumentLimits

const KB = 1024
const MB = 1024 * KB

/** Limits of feeds and drafts, which people and programs send. */
export const feedLimits: DocumentLimits = {
  documentBytes: 16 * MB,
  depth: 64,
  elements: 1_000_000,
  children: 50_000,
  attributes: 256,
  attributeBytes: 64 * KB,
  textBytes: 1 * MB,
  nameBytes: 1000,
  items: 50_000,
  itemBytes: 4 * MB,
  problems: 10_000,
}

/**
 * Limits of the service's responses: item records, lookups, statuses. They are higher because every
 * well-formed item must be stored.
 */
export const answerLimits: DocumentLimits = {
  documentBytes: 64 * MB,
  depth: 256,
  elements: 4_000_000,
  children: 1_000_000,
  attributes: 1000,
  attributeBytes: 1 * MB,
  textBytes: 4 * MB,
  nameBytes: 1000,
  items: 50_000,
  itemBytes: 8 * MB,
  problems: 10_000,
}

/**
 * Maximum time and memory for reading one document: milliseconds, and megabytes in addition to the document
 * itself.
 */
export const readingBudget = { milliseconds: 30_000, megabytes: 512 } as const

/** Maximum bytes of a document that is read on the current thread, which takes a few milliseconds. */
export const maxInlineBytes = 32 * KB

/** The limits of a request, or of a service's response. */
export const limitsOf = (role: Role): DocumentLimits => (role === 'request' ? feedLimits : answerLimits)

interface LimitWords {
  /** Code of the problem that reports the exceeded limit. */
  readonly code: string
  /** The unit of the number, for the reference. */
  readonly counts: string
  readonly says: (most: string, found: string) => string
  readonly advice: string
}

/** The messages of the limits, in the order of the reference. */
const words: Readonly<Record<LimitName, LimitWords>> = {
  documentBytes: {
    code: 'too-large',
    counts: 'Bytes of a document',
    says: (most) => say`The document is larger than ${most}.`,
    advice: say`Send it in parts.`,
  },
  items: {
    code: 'too-many-items',
    counts: 'Items of a document',
    says: (most) => say`The document holds more than ${most} items.`,
    advice: say`Send it in parts.`,
  },
  itemBytes: {
    code: 'item-too-large',
    counts: 'Bytes of one item',
    says: (most) => say`This item is larger than ${most}.`,
    advice: say`Remove what is not needed.`,
  },
  elements: {
    code: 'too-many-elements',
    counts: 'Elements, comments and instructions of a document',
    says: (most) => say`The document holds more than ${most} elements, comments and instructions.`,
    advice: say`Send it in parts.`,
  },
  children: {
    code: 'too-many-children',
    counts: 'Elements, comments and instructions directly in one element',
    says: (most) => say`This element holds more than ${most} elements, comments and instructions.`,
    advice: say`Remove what is not needed.`,
  },
  depth: {
    code: 'too-deep',
    counts: 'Nesting depth of elements',
    says: (most) => say`Elements are nested more than ${most} deep.`,
    advice: say`Nest them less deeply.`,
  },
  attributes: {
    code: 'too-many-attributes',
    counts: 'Attributes of one element, including namespace declarations',
    says: (most) => say`This element has more than ${most} attributes and namespace declarations.`,
    advice: say`Remove what is not needed.`,
  },
  attributeBytes: {
    code: 'attribute-too-long',
    counts: 'Bytes of one attribute value',
    says: (most) => say`This attribute is longer than ${most}.`,
    advice: say`Shorten it.`,
  },
  textBytes: {
    code: 'text-too-long',
    counts: 'Bytes of the text directly in one element, of one comment or instruction',
    says: (most) => say`This text, comment or instruction is longer than ${most}.`,
    advice: say`Shorten it.`,
  },
  nameBytes: {
    code: 'name-too-long',
    counts: 'Bytes of one name',
    says: (most) => say`This name is longer than ${most}.`,
    advice: say`Use a shorter one.`,
  },
  problems: {
    code: 'more-problems',
    counts: 'Problems listed individually',
    says: (most, found) => say`There are ${found} problems; only ${most} of them are listed.`,
    advice: say`Fix them and check again.`,
  },
}

/**
 * The problem code and message for a limit that is exceeded, with the limit and the remedy.
 * @param found total number, if all were counted
 */
export function limitWords(
  name: LimitName,
  limits: DocumentLimits,
  found = 0,
): { code: string; message: string } {
  const { code, says, advice } = words[name]
  return { code, message: `${says(amount(name, limits), found.toLocaleString('en-US'))} ${advice}` }
}

function amount(name: LimitName, limits: DocumentLimits): string {
  const most = limits[name]
  if (!name.endsWith('Bytes')) return most.toLocaleString('en-US')
  if (most >= MB && most % MB === 0) return `${most / MB} MB`
  return most >= KB && most % KB === 0 ? `${most / KB} KB` : say`${most.toLocaleString('en-US')} bytes`
}

/** The reference page of the limits. */
export const limitsReference = (): Page => ({
  title: say`Limits of documents`,
  blocks: [
    paragraph(
      'The limits of documents. They are far above the contents of a real catalog; within them, reading takes time in proportion to the bytes. Reading stops when a document exceeds a limit, and reports a problem with the code in the last column and with path, line and column. If there are more problems than the limit, the last one gives the total.',
    ),
    paragraph(
      'Documents are encoded as UTF-8, or UTF-16 with a byte order mark; responses of a service also as ISO-8859-1. A document type declaration (DOCTYPE) is not allowed.',
    ),
    table(
      ['Limit of', 'In requests', 'In responses of a service', 'Code'],
      limitNames.map((name) => {
        const { counts, code: word } = words[name]
        return [counts, amount(name, feedLimits), amount(name, answerLimits), code(word)]
      }),
    ),
  ],
})

/** All limits, in the order of the reference. */
const limitNames: readonly LimitName[] = [
  'documentBytes',
  'items',
  'itemBytes',
  'elements',
  'children',
  'depth',
  'attributes',
  'attributeBytes',
  'textBytes',
  'nameBytes',
  'problems',
]
