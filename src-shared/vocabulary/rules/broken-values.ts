/**
 * Checks a value against the rules about values. The checks of each element are derived once from its
 * description.
 */
import type { Group, Member } from '../kit/description.ts'
import { memberTrail, type Trail } from '../kit/path.ts'
import type { AnyValue } from '../kit/value.ts'
import { type Fault, type ValueRule, valueRules } from './value-rules.ts'

interface ValueViolation {
  rule: ValueRule
  at: Trail
  message: string
}

interface ElementCheck {
  rule: ValueRule
  member: Member
  test: (value: AnyValue) => Fault
}
interface TextCheck {
  rule: ValueRule
  test: (text: string) => Fault
}
interface ElementChecks {
  ofElement: readonly ElementCheck[]
  /** The checks of each member, by its key; members without checks are omitted. */
  members: ReadonlyMap<string, MemberChecks>
}
interface MemberChecks {
  member: Member
  ofTexts: readonly TextCheck[]
  /** Set for a member that is an element with members. */
  inner: Group | undefined
}

const checksOfGroup = new WeakMap<Group, ElementChecks>()

function checksOf(group: Group): ElementChecks {
  const known = checksOfGroup.get(group)
  if (known !== undefined) return known
  const { members } = group
  const ofElement = valueRules.flatMap((rule): ElementCheck[] => {
    const check = 'element' in rule ? rule.element(group) : undefined
    return check === undefined ? [] : [{ rule, ...check }]
  })
  const withChecks = members.flatMap((member): MemberChecks[] => {
    if (member.type.kind === 'group') return [{ member, ofTexts: [], inner: member.type }]
    const ofTexts = valueRules.flatMap((rule): TextCheck[] => {
      const test = 'text' in rule ? rule.text(member, group) : undefined
      return test === undefined ? [] : [{ rule, test }]
    })
    return ofTexts.length === 0 ? [] : [{ member, ofTexts, inner: undefined }]
  })
  const found = { ofElement, members: new Map(withChecks.map((one) => [one.member.key, one])) }
  checksOfGroup.set(group, found)
  return found
}

/**
 * The violations of value rules in a value and everything in it. Violations of an element as a whole come
 * first, then those of its members in the order of the description.
 */
export function valueViolations(group: Group, value: AnyValue, at: Trail): ValueViolation[] {
  const unordered: ValueViolation[] = []
  checkGroup(group, value, at, unordered)
  if (unordered.length < 2) return unordered
  const broken: ValueViolation[] = []
  checkGroup(group, inOrder(group, value), at, broken)
  return broken
}

/** The same value with its members in the order of the description. */
const inOrder = (group: Group, value: AnyValue): AnyValue =>
  Object.fromEntries(
    group.members.flatMap(({ key, type }) => {
      const found = value[key]
      if (found === undefined) return []
      if (type.kind === 'leaf') return [[key, found]]
      const ordered = (one: unknown) => (isValue(one) ? inOrder(type, one) : one)
      return [[key, Array.isArray(found) ? found.map(ordered) : ordered(found)]]
    }),
  )

function checkGroup(group: Group, value: AnyValue, at: Trail, broken: ValueViolation[]): void {
  const { ofElement, members } = checksOf(group)
  for (const { rule, member, test } of ofElement) {
    const fault = test(value)
    if (fault !== undefined) broken.push(brokenBy(rule, fault, memberTrail(at, member)))
  }
  // Iterates over the members that the value has, which are few, not over those that it may have.
  for (const key in value) {
    const checks = members.get(key)
    if (checks === undefined) continue
    const found = value[key]
    if (Array.isArray(found))
      for (let index = 0; index < found.length; index += 1)
        checkMember(checks, found[index], at, index, broken)
    else checkMember(checks, found, at, undefined, broken)
  }
}

function checkMember(
  { member, ofTexts, inner }: MemberChecks,
  found: unknown,
  at: Trail,
  index: number | undefined,
  broken: ValueViolation[],
): void {
  if (typeof found === 'string') {
    for (const { rule, test } of ofTexts) {
      const fault = test(found)
      if (fault !== undefined) broken.push(brokenBy(rule, fault, memberTrail(at, member, index)))
    }
  } else if (inner !== undefined && isValue(found))
    checkGroup(inner, found, memberTrail(at, member, index), broken)
}

const brokenBy = (rule: ValueRule, fault: string | true, at: Trail): ValueViolation => ({
  rule,
  at,
  message: fault === true ? rule.message : fault,
})

const isValue = (value: unknown): value is AnyValue => typeof value === 'object' && value !== null
