import { XMLParser } from 'fast-xml-parser'
import { endpoints } from '../../src-shared/api/endpoints.ts'
import type { LookupKind } from '../../src-shared/catalog/model.ts'
import { type FeedKind, kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import type { FeedStatusReport } from '../../src-shared/feeds/status/status-report.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { say } from '../../src-shared/texts/say.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { lookupList } from '../../src-shared/vocabulary/elements/lookup.ts'
import {
  answerLimits,
  type DocumentDescription,
  type DocumentLimits,
  type Group,
  parseDocument,
  type ValueOf,
} from '../../src-shared/vocabulary/kit/kit.ts'
import { decode } from '../../src-shared/vocabulary/kit/xml/decode.ts'
import { checkItemsDocument } from './items-document.ts'
import { UpstreamError } from './upstream-error.ts'

/** The parsed value of a response, or why the response is not the expected document. */
export type ReadAnswer<T> = { value: T } | { why: string }

function readDocument<G extends Group>(
  description: DocumentDescription<G>,
  bytes: Uint8Array,
  namespaceBase: string | undefined,
): ReadAnswer<ValueOf<G>> {
  const { value, problems } = parseDocument(description, bytes, { namespaceBase })
  return value === undefined ? { why: problems[0]?.message ?? say`it is a different document.` } : { value }
}

const lookupDocument = (kind: LookupKind) => documents[endpoints[kind].response]

/** Limits of an error response; a larger one is not parsed. */
const problemLimits: DocumentLimits = {
  ...answerLimits,
  documentBytes: 1_000_000,
  depth: 16,
  elements: 20_000,
}

/**
 * Reads problems in any namespace and among any other elements. Does not convert text: `00012` stays a
 * string.
 */
const lenientReader = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  // This option also decodes numeric character references.
  htmlEntities: true,
  isArray: (name) => name === 'invalid-param',
})

/** A problem from the lenient reader; every part may be text or elements. */
interface ForeignProblem {
  problem?: {
    title?: unknown
    detail?: unknown
    'invalid-param'?: ({ name?: unknown; reason?: unknown } | undefined)[]
  }
}
function readLeniently(xml: string): ForeignProblem {
  try {
    return lenientReader.parse(xml) as ForeignProblem
  } catch {
    // The parser throws for names with a meaning in JavaScript, such as __proto__; they indicate an attack.
    return {}
  }
}
const textOf = (part: unknown): string => {
  const first: unknown = Array.isArray(part) ? part[0] : part
  return typeof first === 'string' ? first.trim() : ''
}

/**
 * The problems in the body of an error response, if the body is the problem document of the design decisions.
 */
export interface ReportedProblem {
  /** Whether the body is a problem document. */
  isProblemDocument: boolean
  detail?: string
  problems: Problem[]
}

/**
 * Parsers of the service's responses. Untrusted bytes can take very long to parse, so the parsers run in a
 * thread that can be terminated. Arguments and results are structured-cloneable.
 */
export const answerReaders = {
  lookups(
    kind: LookupKind,
    bytes: Uint8Array,
    namespaceBase: string | undefined,
  ): ReadAnswer<{ total: number; start: number; entries: { id: string; name: string }[] }> {
    // The four lists differ only in their element names, so the type of one fits all.
    const document = lookupDocument(kind) as typeof documents.manufacturers
    const read = readDocument(document, bytes, namespaceBase)
    return 'why' in read ? read : { value: lookupList(kind, read.value) }
  },
  acknowledgement(
    kind: FeedKind,
    bytes: Uint8Array,
    namespaceBase: string | undefined,
  ): ReadAnswer<{ feedId: string }> {
    const read = readDocument(kinds[kind].payload.acknowledgement, bytes, namespaceBase)
    if ('why' in read) return read
    const { feedId } = read.value
    return feedId ? { value: { feedId } } : { why: say`it names no feed.` }
  },
  status(
    kind: FeedKind,
    bytes: Uint8Array,
    { offset, namespaceBase }: { offset: number; namespaceBase: string | undefined },
  ): ReadAnswer<FeedStatusReport> {
    return kinds[kind].payload.status.read(bytes, offset, namespaceBase)
  },
  problem(bytes: Uint8Array): ReportedProblem {
    // The strict parser checks first: the lenient one never sees what it rejects, above all a document type
    // declaration.
    if (!parseDocument(documents.problem, bytes, { limits: problemLimits }).value)
      return { isProblemDocument: false, problems: [] }
    const { problem } = readLeniently(decode(bytes, 'response', problemLimits))
    const detail = textOf(problem?.detail) || textOf(problem?.title)
    return {
      isProblemDocument: true,
      detail: detail || undefined,
      problems: (problem?.['invalid-param'] ?? []).map((param) => ({
        code: 'refused',
        path: textOf(param?.name),
        message: textOf(param?.reason),
      })),
    }
  },
}
type AnswerReaders = typeof answerReaders

/**
 * Calls one of {@link answerReaders} in any thread. Rejects when parsing takes too long, or with the signal's
 * reason.
 */
export type CallAnswerReader = <N extends keyof AnswerReaders>(
  name: N,
  args: Parameters<AnswerReaders[N]>,
  options?: { signal?: AbortSignal | undefined },
) => Promise<ReturnType<AnswerReaders[N]>>

/** The expected root element of each reader, for error messages. */
export const rootOf = {
  lookups: (kind: LookupKind): string => lookupDocument(kind).root,
  acknowledgement: (kind: FeedKind): string => kinds[kind].payload.acknowledgement.root,
  status: (kind: FeedKind): string => kinds[kind].payload.status.root,
}

export function invalidAnswer(
  call: string,
  root: string,
  why = say`it is a different document.`,
  answer?: Uint8Array,
): UpstreamError {
  return new UpstreamError(
    'invalid-answer',
    say`The response to ${call} is not a complete ${root} document: ${why} It may come from a proxy instead of the service.`,
    { mayHaveArrived: true, answer },
  )
}

/** Rejects a response with a root other than `items`, or a truncated one, before the items are parsed. */
export function requireItemsDocument(bytes: Uint8Array, call: string): void {
  const verdict = checkItemsDocument(bytes)
  if (verdict === 'other') throw invalidAnswer(call, documents.items.root)
  if (verdict === 'cut') throw invalidAnswer(call, documents.items.root, say`it is truncated.`, bytes)
}
