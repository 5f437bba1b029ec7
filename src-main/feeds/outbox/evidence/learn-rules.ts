import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { acceptedStatuses, refusedStatuses } from '../../../../src-shared/feeds/outbox/model.ts'
import type { ItemResult } from '../../../../src-shared/feeds/status/status-report.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { fieldOfRefusal, namedIn, type RuleAtField } from '../../drafts/index.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'

/** The service's result for an item: accepted, or refused with these problems. */
interface ItemOutcome {
  /** Index of the item in the feed; undefined if unknown. */
  place?: number | undefined
  isAccepted: boolean
  problems: readonly Problem[]
}

/**
 * Compares our warnings with the service's results. `refused` are rules that warned at a field for which the
 * service refused the item; `accepted` are rules that warned about an accepted item. For a refusal, the rule
 * with the service's code counts, else the only rule that warned at the field. A rule in both sets is not the
 * reason for the refusal.
 * @param warnings warnings about the complete feed, with paths from its root
 */
export function rulesFromResults(
  kind: FeedKind,
  warnings: readonly Problem[],
  outcomes: readonly ItemOutcome[],
): { refused: RuleAtField[]; accepted: RuleAtField[] } {
  const rules = warnings.flatMap(({ code, path }) => {
    const [, number, field] = /^[^/]+\/item\[(\d+)\]\/(.+)$/.exec(path) ?? []
    return field === undefined ? [] : [{ place: Number(number) - 1, code, field: withoutIndexes(field) }]
  })
  const byIndex = Map.groupBy(rules, ({ place }) => place)
  const accepted = new Map<string, RuleAtField>()
  const refused = new Map<string, RuleAtField>()
  for (const { place, isAccepted, problems } of outcomes) {
    const itemRules = place === undefined ? rules : (byIndex.get(place) ?? [])
    if (isAccepted) for (const rule of itemRules) accepted.set(keyOf(rule), rule)
    else
      for (const problem of problems) {
        const rule = ruleOf(kind, problem, itemRules)
        if (rule) refused.set(keyOf(rule), rule)
      }
  }
  for (const key of accepted.keys()) refused.delete(key)
  const plain = ({ code, field }: RuleAtField): RuleAtField => ({ code, field })
  return { refused: [...refused.values()].map(plain), accepted: [...accepted.values()].map(plain) }
}

const keyOf = ({ code, field }: RuleAtField): string => `${code}\n${field}`
const withoutIndexes = (path: string): string => path.replaceAll(/\[\d+\]/g, '')

function ruleOf(kind: FeedKind, problem: Problem, rules: readonly RuleAtField[]): RuleAtField | undefined {
  const field = withoutIndexes(fieldOfRefusal(kind, problem))
  if (field === '') return undefined
  const byCode = new Map(rules.filter((rule) => rule.field === field).map((rule) => [rule.code, rule]))
  const only = byCode.size === 1 ? [...byCode.values()][0] : undefined
  return byCode.get(problem.code) ?? only
}

/** Learns rules from the service's results for single items. */
export const learnFromResults = (
  room: OutboxRoom,
  feed: OpenFeed,
  results: readonly ItemResult[],
): Promise<void> =>
  learn(
    room,
    feed,
    results.flatMap(({ index, ingestionStatus, problems }): ItemOutcome[] => {
      const word = ingestionStatus.trim().toUpperCase()
      const isAccepted = acceptedWords.has(word)
      return isAccepted || refusedWords.has(word) ? [{ place: index, isAccepted, problems }] : []
    }),
  )

const acceptedWords: ReadonlySet<string> = new Set(acceptedStatuses)
const refusedWords: ReadonlySet<string> = new Set(refusedStatuses)

/** Learns rules from a refusal of the complete feed. */
export const learnFromRefusal = (
  room: OutboxRoom,
  feed: OpenFeed,
  problems: readonly Problem[],
): Promise<void> =>
  learn(
    room,
    feed,
    problems.map((problem) => {
      const number = /(?:^|\/)item\[(\d+)\]/.exec(problem.path)?.[1]
      const place = number === undefined ? undefined : Number(number) - 1
      return { place, isAccepted: false, problems: [problem] }
    }),
  )

async function learn(
  { reader, writer, drafts }: OutboxRoom,
  { row }: OpenFeed,
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  const isRefusal = outcomes.some(({ problems }) =>
    problems.some((problem) => fieldOfRefusal(row.kind, problem) !== ''),
  )
  // Without a refused field or a learned rule there is nothing to do, so the payload is not read.
  if (!drafts || !(isRefusal || (await reader.hasRefusedRules()))) return
  const body = await reader.body(row.id)
  if (!body) return
  const warnings = await warningsOf(drafts, row.kind, body)
  const { refused, accepted } = rulesFromResults(row.kind, warnings, outcomes)
  if (refused.length + accepted.length === 0) return
  const changed = await writer.learn({ refused, accepted }, { id: row.id, ...namedIn(row) })
  for (const id of changed) drafts.filled(id)
}

/** Warnings about a payload; none if it takes too long to read. */
async function warningsOf(
  drafts: NonNullable<OutboxRoom['drafts']>,
  kind: FeedKind,
  body: Uint8Array,
): Promise<Problem[]> {
  try {
    return (await drafts.checkPayload(kind, body)).problems.filter((problem) => !isError(problem))
  } catch (error) {
    if (error instanceof PlainError) return []
    throw error
  }
}
