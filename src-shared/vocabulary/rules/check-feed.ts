import type { FeedKind } from '../../feeds/draft/model.ts'
import { isError, type Problem } from '../../problem.ts'
import { documents } from '../documents.ts'
import type { ContentPlusFeed } from '../elements/content-plus.ts'
import type { IngestItem, IngestItems } from '../elements/ingest.ts'
import { type Parsed, parseDocument, validate } from '../kit/kit.ts'
import type { DocumentLimits } from '../kit/limits.ts'
import { checkContentPlus, checkContentPlusItem } from './content-plus-rules.ts'
import { checkIngest, ingestChecker } from './ingest-rules.ts'

interface CheckedFeed {
  /** The item payload, or, for the kind `contentplus`, the Content+ payload; absent when it cannot be read. */
  items?: IngestItems
  contentPlus?: ContentPlusFeed
  /** Of the schema and of the business rules, each with its line, in the order of the text. */
  problems: Problem[]
  /** How many more there are: no more are listed than the table of limits has. */
  omitted?: Parsed<unknown>['omitted']
}

/** An item of a Content+ feed. */
export type ContentPlusItem = ContentPlusFeed['item'][number]

/** What else is to be asked of each item, as soon as it is read. `index` is 0-based; problems name their path. */
export interface FurtherChecks {
  item(item: IngestItem, index: number): readonly Problem[]
  contentPlusItem(item: ContentPlusItem, index: number): readonly Problem[]
}

export interface CheckOptions {
  namespaceBase?: string | undefined
  further?: FurtherChecks | undefined
  /** `false`: the items are not kept; the payload comes without them. A large feed takes much less memory. */
  keep?: boolean
  /** `false`: the document alone is judged, without the business rules. */
  rules?: boolean
  /** Other limits than those of feeds. */
  limits?: DocumentLimits | undefined
}

/**
 * Everything that can be said about a feed without a catalog: well-formedness, schema, business rules. The rules
 * are asked even where the schema complains, so that a person sees all there is to mend at once; a field of which the
 * schema has complained already is not named twice.
 */
export function checkFeed(
  kind: FeedKind,
  xml: string | Uint8Array,
  { further, rules = true, ...options }: CheckOptions = {},
): CheckedFeed {
  if (kind === 'contentplus') {
    const { value, ...judged } = parseDocument(documents.contentPlus, xml, {
      ...options,
      each: (item, index, isNamed) => [
        ...(rules ? checkContentPlusItem(item, index).filter(({ path }) => !isNamed(path)) : []),
        ...(further?.contentPlusItem(item, index) ?? []),
      ],
    })
    return value ? { contentPlus: value, ...judged } : judged
  }
  const check = ingestChecker(kind)
  const { value, ...judged } = parseDocument(documents.ingestItems, xml, {
    ...options,
    each: (item, index, isNamed) => [
      ...(rules ? check(item, index).filter(({ path }) => !isNamed(path)) : []),
      ...(further?.item(item, index) ?? []),
    ],
  })
  return value ? { items: value, ...judged } : judged
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
