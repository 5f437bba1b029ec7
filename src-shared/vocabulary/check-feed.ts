import { isError, type Problem } from '../problem.ts'
import type { FeedKind } from '../rpc/feed-contract.ts'
import type { ContentPlusFeed } from './content-plus.ts'
import { documents } from './documents.ts'
import type { IngestItems } from './ingest.ts'
import { checkContentPlus, checkIngest } from './ingest-rules.ts'
import { decode } from './kit/decode.ts'
import { parseDocument, validate } from './kit/kit.ts'
import { locate } from './kit/locate.ts'

export interface CheckedFeed {
  /** The item payload, or, for the kind `contentplus`, the Content+ payload; absent when it cannot be read. */
  items?: IngestItems
  contentPlus?: ContentPlusFeed
  /** Of the schema and of the business rules, each with its line, in the order of the text. */
  problems: Problem[]
}

/**
 * Everything that can be said about a feed without a catalog: well-formedness, schema, business rules. The rules
 * are asked even where the schema complains, so that a person sees all there is to mend at once.
 */
export function checkFeed(
  kind: FeedKind,
  xml: string | Uint8Array,
  options: { namespaceBase?: string | undefined } = {},
): CheckedFeed {
  if (kind === 'contentplus') {
    const { value, problems } = parseDocument(documents.contentPlus, xml, options)
    if (!value) return { problems }
    return { contentPlus: value, problems: together(problems, checkContentPlus(value), xml) }
  }
  const { value, problems } = parseDocument(documents.ingestItems, xml, options)
  if (!value) return { problems }
  return { items: value, problems: together(problems, checkIngest(value, kind), xml) }
}

/**
 * The same for a value at hand, without lines: what a form asks at every keystroke. In the order of the items.
 */
export function checkFeedValue(kind: FeedKind, value: IngestItems | ContentPlusFeed): Problem[] {
  const isContentPlus = kind === 'contentplus'
  const ofSchema = isContentPlus
    ? validate(documents.contentPlus, value as ContentPlusFeed)
    : validate(documents.ingestItems, value as IngestItems)
  const ofRules = isContentPlus
    ? checkContentPlus(value as ContentPlusFeed)
    : checkIngest(value as IngestItems, kind)
  return [...ofSchema, ...unnamed(ofSchema, ofRules)].toSorted((a, b) => itemNumber(a) - itemNumber(b))
}

const itemNumber = ({ path }: Problem): number => Number(/^[^/]+\/item\[(\d+)\]/.exec(path)?.[1] ?? 0)

/** A field of which the schema has complained already is not named twice. */
function unnamed(ofSchema: Problem[], ofRules: Problem[]): Problem[] {
  const named = new Set(ofSchema.filter(isError).map(({ path }) => path))
  return ofRules.filter(({ path }) => !named.has(path))
}

function together(ofSchema: Problem[], ofRules: Problem[], xml: string | Uint8Array): Problem[] {
  const further = unnamed(ofSchema, ofRules)
  return [...ofSchema, ...locate(further, decode(xml))].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}
