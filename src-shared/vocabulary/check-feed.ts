import { isError, type Problem } from '../problem.ts'
import type { FeedKind } from '../rpc/feed-contract.ts'
import type { ContentPlusFeed } from './content-plus.ts'
import { documents } from './documents.ts'
import type { IngestItems } from './ingest.ts'
import { checkContentPlus, checkIngest } from './ingest-rules.ts'
import { decode } from './kit/decode.ts'
import { parseDocument } from './kit/kit.ts'
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

/** A field of which the schema has complained already is not named twice. */
function together(ofSchema: Problem[], ofRules: Problem[], xml: string | Uint8Array): Problem[] {
  const named = new Set(ofSchema.filter(isError).map(({ path }) => path))
  const further = ofRules.filter(({ path }) => !named.has(path))
  return [...ofSchema, ...locate(further, decode(xml))].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}
