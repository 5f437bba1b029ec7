/**
 * How much of foreign XML is read: the one table that every reader keeps to, and that the reference prints. Within
 * these limits reading takes time in proportion to the bytes; beyond them it ends with a problem that names the place.
 * They are far above anything a real catalog holds (an item is about 5 KB, its longest text below 100 KB).
 */
export interface DocumentLimits {
  /** Bytes of a whole document, in the encoding it came in. */
  documentBytes: number
  /** Elements inside each other, the root included. */
  depth: number
  /** Elements of a whole document. */
  elements: number
  /** Child elements of one element, its comments and instructions included. */
  children: number
  /** Attributes of one element, namespace declarations included. */
  attributes: number
  /** Bytes, in UTF-8, of one attribute value. */
  attributeBytes: number
  /** Bytes, in UTF-8, of one element's own text, and of one comment or instruction. */
  textBytes: number
  /** Bytes, in UTF-8, of one element, attribute or instruction's name. */
  nameBytes: number
  /** Items of a feed, or of one answer. */
  items: number
  /** Bytes of one item. */
  itemBytes: number
  /** Problems that are listed one by one; the last one then says that there are more. */
  problems: number
}

const MB = 1024 * 1024

/** What people and programs send: feeds and their drafts. */
export const feedLimits: DocumentLimits = {
  documentBytes: 16 * MB,
  depth: 64,
  elements: 1_000_000,
  children: 50_000,
  attributes: 256,
  attributeBytes: 64 * 1024,
  textBytes: 1 * MB,
  nameBytes: 1000,
  items: 50_000,
  itemBytes: 4 * MB,
  problems: 10_000,
}

/** What a service answers: item records, lookups, statuses. An item that is well-formed is to be kept, so it may hold more. */
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
