import { isError, type Problem } from '../../problem.ts'
import { feedLimits, limitWords } from '../../vocabulary/kit/limits.ts'
import { type FeedKind, kinds } from './kinds.ts'
import type { PayloadItem, ReadOptions, ReadPayload } from './payload.ts'

/**
 * Additional check of each item as it is read. `index` is 0-based; the returned problems contain their path.
 */
type FurtherCheck = (item: PayloadItem, index: number) => readonly Problem[]

export interface CheckOptions extends Omit<ReadOptions, 'each'> {
  further?: FurtherCheck | undefined
  /** `false` skips the business rules. */
  rules?: boolean
}

/**
 * Parses a feed and checks it: well-formedness, schema, business rules. Rules run even if the schema reports
 * problems, so that all problems are listed at once; a field with a schema problem gets no rule problem as
 * well. {@link checkItems} finds the same problems in parsed items.
 */
export function checkFeed(
  kind: FeedKind,
  xml: string | Uint8Array,
  { further, rules = true, ...options }: CheckOptions = {},
): ReadPayload {
  const { payload, openRules } = kinds[kind]
  const checkRules = rules ? openRules() : () => []
  return payload.read(xml, {
    ...options,
    each: (item, index, isNamed) => [
      ...checkRules(item, index).filter(({ path }) => !isNamed(path)),
      ...(further?.(item, index) ?? []),
    ],
  })
}

/**
 * Checks parsed items of a feed without serializing them. The form calls it at every keystroke, and drafts
 * for every item. Finds the same problems as {@link checkFeed}, without lines, in item order.
 */
export function checkItems(
  kind: FeedKind,
  items: readonly PayloadItem[],
  further: FurtherCheck = () => [],
): Problem[] {
  const { payload, openRules } = kinds[kind]
  const schemaProblems = [
    ...payload.validate(items),
    ...items.flatMap((item, index) => sizeProblems(kind, item, index)),
  ]
  const ruleProblems = items.flatMap(openRules())
  return [
    ...schemaProblems,
    ...withoutReported(schemaProblems, ruleProblems),
    ...items.flatMap(further),
  ].toSorted((a, b) => itemNumber(a) - itemNumber(b))
}

/** A problem for an item whose texts alone exceed the size limit of an item. */
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

/** Rule problems at fields without a schema error. */
function withoutReported(schemaProblems: Problem[], ruleProblems: Problem[]): Problem[] {
  const named = new Set(schemaProblems.filter(isError).map(({ path }) => path))
  return ruleProblems.filter(({ path }) => !named.has(path))
}
