import type { Named } from '../../../../src-shared/feeds/draft/made-name.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { dateOnly } from '../../../../src-shared/values/moment.ts'
import type { Database, RefusedRuleRow, WriterContext } from '../../../storage/index.ts'
import type { CheckedItem } from '../check/item-checks.ts'
import { namedIn, partsColumn } from './name-columns.ts'

/** A rule of our check at a field: a path relative to the item, without indexes. */
export interface RuleAtField {
  code: string
  field: string
}

const keyOf = ({ code, field }: RuleAtField): string => `${code}\n${field}`
const connected = "(SELECT coalesce(service, '') FROM outbox)"

type FoundProblem = CheckedItem['problems'][number]

/** Reads the rules that the connected service enforced by refusing a feed, although our check only warns. */
export function readRefusedRules(db: Database) {
  const all = db.prepare<[], RefusedRuleRow>(`SELECT * FROM refused_rule WHERE service = ${connected}`)
  const read = () => new Map(all.all().map((row) => [keyOf(row), row]))
  return {
    isAny: (): boolean => all.get() !== undefined,
    has: (rule: RuleAtField): boolean => read().has(keyOf(rule)),
    /** Turns warnings that the service enforced into errors, with an explanation. */
    asErrors(): (problems: FoundProblem[]) => FoundProblem[] {
      const rules = read()
      if (rules.size === 0) return (problems) => problems
      return (problems) => problems.map((problem) => asError(problem, rules.get(keyOf(problem))))
    },
  }
}

function asError(problem: FoundProblem, rule: RefusedRuleRow | undefined): FoundProblem {
  if (!rule || problem.severity !== 'warning') return problem
  const { feed, feed_name: name, feed_name_parts: name_parts, refused_at: at } = rule
  return {
    ...problem,
    severity: 'error',
    message: `${problem.message} ${say`This service refused it on ${dateOnly(at)}, in feed “${name}”.`}`,
    feed: { id: feed, ...namedIn({ name, name_parts }) },
  }
}

/** Writes refused rules inside a transaction of any writer store. Affected items are unchecked. */
export function openRefusedRules({ db, now, record }: WriterContext) {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO refused_rule (service, code, field, feed, feed_name, feed_name_parts, refused_at)
     VALUES (${connected}, @code, @field, @feed, @name, @parts, @now)`,
  )
  const remove = db.prepare(
    `DELETE FROM refused_rule WHERE service = ${connected} AND code = @code AND field = @field`,
  )
  const uncheck = db
    .prepare<RuleAtField, string>(
      `UPDATE draft_item SET checked_revision = min(checked_revision, 0) - 1
       WHERE (draft, key) IN (SELECT draft, key FROM draft_problem WHERE code = @code AND field = @field)
       RETURNING draft`,
    )
    .pluck()
  const allRules = db.prepare<[], RuleAtField>('SELECT DISTINCT code, field FROM refused_rule')

  function uncheckItems(rules: readonly RuleAtField[]): string[] {
    const drafts = new Set(rules.flatMap(({ code, field }) => uncheck.all({ code, field })))
    if (drafts.size > 0) record({ topic: 'drafts', ids: [...drafts] })
    return [...drafts]
  }

  return {
    /**
     * Stores rules for which the connected service refused a feed.
     * @returns drafts with items to be checked again
     */
    refused(rules: readonly RuleAtField[], { id, name, nameParts }: Named & { id: string }): string[] {
      const about = { feed: id, name, parts: partsColumn(nameParts), now: now() }
      return uncheckItems(
        rules.filter(({ code, field }) => insert.run({ code, field, ...about }).changes > 0),
      )
    },
    /**
     * Deletes rules after the connected service accepted a feed that breaks them, or a person dismissed the
     * refusal.
     */
    accepted: (rules: readonly RuleAtField[]): string[] =>
      uncheckItems(rules.filter(({ code, field }) => remove.run({ code, field }).changes > 0)),
    /** Unchecks all affected items after another service was connected, because its refused rules differ. */
    otherService: (): string[] => uncheckItems(allRules.all()),
  }
}
