import { isError, type Problem } from '../../problem.ts'
import { feedLimits, limitWords } from '../../vocabulary/kit/limits.ts'
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
 * Reads a feed and checks it: well-formedness, schema, business rules. The rules are asked even where the schema
 * complains, so that a person sees all problems at once; a field that already has a problem of the schema is not named
 * twice. {@link checkItems} finds the same in items at hand.
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
 * Checks the items of a feed, without writing them: what the form asks at every keystroke, and the draft for every
 * item. Finds what {@link checkFeed} would find in their text, without lines, in the order of the items.
 */
export function checkItems(
  kind: FeedKind,
  items: readonly PayloadItem[],
  further: FurtherCheck = () => [],
): Problem[] {
  const { payload, openRules } = kinds[kind]
  const ofSchema = [
    ...payload.validate(items),
    ...items.flatMap((item, index) => sizeProblems(kind, item, index)),
  ]
  const ofRules = items.flatMap(openRules())
  return [...ofSchema, ...unnamed(ofSchema, ofRules), ...items.flatMap(further)].toSorted(
    (a, b) => itemNumber(a) - itemNumber(b),
  )
}

/** An item whose texts alone are larger than an item may be. */
function sizeProblems(kind: FeedKind, item: PayloadItem, index: number): Problem[] {
  if (charactersOf(item) <= feedLimits.itemBytes) return []
  const path = `${kinds[kind].payload.document.root}/item[${index + 1}]`
  return [{ path, ...limitWords('itemBytes', feedLimits) }]
}

const charactersOf = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + charactersOf(inner), 0)
      : 0

const itemNumber = ({ path }: Problem): number => Number(/^[^/]+\/item\[(\d+)\]/.exec(path)?.[1] ?? 0)

/** The problems of rules at fields that have no error of the schema. */
function unnamed(ofSchema: Problem[], ofRules: Problem[]): Problem[] {
  const named = new Set(ofSchema.filter(isError).map(({ path }) => path))
  return ofRules.filter(({ path }) => !named.has(path))
}
