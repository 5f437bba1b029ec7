import { isError, type Problem } from '../../problem.ts'
import { type FeedKind, kinds } from './kinds.ts'
import type { PayloadItem, ReadOptions, ReadPayload } from './payload.ts'

/** What else to ask of each item as soon as it is read. `index` is 0-based; problems name their path. */
type FurtherCheck = (item: PayloadItem, index: number) => readonly Problem[]

export interface CheckOptions extends Omit<ReadOptions, 'each'> {
  further?: FurtherCheck | undefined
  /** `false`: the document alone is judged, without the business rules. */
  rules?: boolean
}

/**
 * Everything that can be said about a feed without a catalog: well-formedness, schema, business rules. The rules
 * are asked even where the schema complains, so that a person sees all problems at once; a field that
 * already has a problem of the schema is not named twice.
 */
export function checkFeed(
  kind: FeedKind,
  xml: string | Uint8Array,
  { further, rules = true, ...options }: CheckOptions = {},
): ReadPayload {
  const { payload, openRules } = kinds[kind]
  const broken = rules ? openRules() : () => []
  return payload.read(xml, {
    ...options,
    each: (item, index, isNamed) => [
      ...broken(item, index).filter(({ path }) => !isNamed(path)),
      ...(further?.(item, index) ?? []),
    ],
  })
}

/**
 * The same for items at hand, without lines: what a form asks at every keystroke. In the order of the items.
 */
export function checkFeedValue(kind: FeedKind, items: readonly PayloadItem[]): Problem[] {
  const { payload, openRules } = kinds[kind]
  const ofSchema = payload.validate(items)
  const ofRules = items.flatMap(openRules())
  return [...ofSchema, ...unnamed(ofSchema, ofRules)].toSorted((a, b) => itemNumber(a) - itemNumber(b))
}

const itemNumber = ({ path }: Problem): number => Number(/^[^/]+\/item\[(\d+)\]/.exec(path)?.[1] ?? 0)

/** The problems of rules at fields that have no error of the schema. */
function unnamed(ofSchema: Problem[], ofRules: Problem[]): Problem[] {
  const named = new Set(ofSchema.filter(isError).map(({ path }) => path))
  return ofRules.filter(({ path }) => !named.has(path))
}
