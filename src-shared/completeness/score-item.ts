/**
 * Scores how far an item meets a profile. Pure, and linear in the size of the item: it scores catalogs and
 * drafts of thousands of items.
 */
import { listed, say } from '../texts/say.ts'
import type { ContentPlusFeedItem } from '../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import type { FormField } from '../vocabulary/kit/form.ts'
import { familyFor, isByRetailer, type ProfileField } from './fields.ts'
import { isObject, type Judge, judgeOf, type SizeOf, type Tally } from './judge-value.ts'
import type { Missing, Need, Requirement, RequirementProfile, Score } from './model.ts'

/** Facts known in addition to the item. */
interface Known {
  /** Absent when picture sizes are not known. */
  sizeOf?: SizeOf | undefined
  /**
   * The reason why a value at this path cannot be seen here; undefined if the value would be visible here.
   */
  unseen?: ((path: string) => string | undefined) | undefined
}

/** A path whose value can meet a requirement. */
interface Route {
  path: string
  steps: readonly FormField[]
  judge: Judge
}
interface Check {
  requirement: Requirement
  label: string
  section: string
  weight: number
  entries: number
  /** Routes from the item; and routes from each of its products, or from each retailer of Content+. */
  ofItem: readonly Route[]
  ofEach: readonly Route[]
}
interface Compiled {
  each: string
  /** The path of the entries in `each`. */
  eachPath: string
  isEachByRetailer: boolean
  retailer: string | undefined
  checks: readonly Check[]
}

/** The result for one requirement; an object gives the path and reason of what is missing. */
type Outcome = 'met' | 'unknown' | Pick<Missing, 'path' | 'isAbsent' | 'reason'>

const compiledProfiles = new WeakMap<RequirementProfile, Compiled>()

/**
 * The score of an item of a feed of the profile's kind. A requirement below a product must hold for each
 * product; in Content+, for each retailer, or only for the profile's retailer if it has one. Elsewhere in a
 * list, the requirement is met when the required number of entries fit.
 */
export function scoreItem(
  profile: RequirementProfile,
  item: IngestItem | ContentPlusFeedItem,
  known: Known = {},
): Score {
  const compiled = compile(profile)
  const score: Score = {
    score: 1,
    required: { met: 0, of: 0 },
    wished: { met: 0, of: 0 },
    missing: [],
    notChecked: [],
  }
  let weight = 0
  let metWeight = 0
  for (const check of compiled.checks) {
    const { label, section, requirement } = check
    const outcome = evaluate(compiled, check, item, known)
    if (outcome === 'unknown') {
      score.notChecked.push({ label, reason: say`The size of the picture is not known here` })
      continue
    }
    const counts = score[requirement.need]
    if (outcome !== 'met') {
      const unseen = known.unseen?.(requirement.path)
      if (unseen !== undefined) {
        score.notChecked.push({ label, reason: unseen })
        continue
      }
      const kind: Need = requirement.need
      score.missing.push({ ...outcome, label, section, kind })
    } else {
      counts.met++
      metWeight += check.weight
    }
    counts.of++
    weight += check.weight
  }
  if (weight > 0) score.score = metWeight / weight
  return score
}

function compile(profile: RequirementProfile): Compiled {
  const made = compiledProfiles.get(profile)
  if (made !== undefined) return made
  const { fields, each } = familyFor(profile)
  const root = [...fields.values()].find(({ steps }) => steps.length === 1 && steps[0]?.key === each)
  const compiled: Compiled = {
    each,
    eachPath: root?.path ?? each,
    isEachByRetailer: root?.steps[0] !== undefined && isByRetailer(root.steps[0]),
    retailer: profile.retailer,
    checks: profile.requirements.flatMap((requirement) => {
      const found = [requirement.path, ...(requirement.or ?? [])].flatMap((path) => fields.get(path) ?? [])
      const [first] = found
      return first === undefined ? [] : [checkOf(requirement, first, found, each)]
    }),
  }
  compiledProfiles.set(profile, compiled)
  return compiled
}

function checkOf(
  requirement: Requirement,
  first: ProfileField,
  found: readonly ProfileField[],
  each: string,
): Check {
  const isBelowEach = ({ steps }: ProfileField) => steps.length > 1 && steps[0]?.key === each
  const routeOf = (field: ProfileField, steps: readonly FormField[]): Route[] => {
    const last = steps.at(-1)
    return last ? [{ path: field.path, steps, judge: judgeOf(last, requirement) }] : []
  }
  const words = listed([...new Set(found.map(({ label }) => label))], 'or')
  return {
    requirement,
    label: requirement.view === undefined ? words : `${words}, ${requirement.view}`,
    section: first.section,
    weight: requirement.weight ?? 1,
    entries: requirement.entries ?? 1,
    ofItem: found.filter((field) => !isBelowEach(field)).flatMap((field) => routeOf(field, field.steps)),
    ofEach: found.filter(isBelowEach).flatMap((field) => routeOf(field, field.steps.slice(1))),
  }
}

function evaluate(compiled: Compiled, check: Check, item: object, known: Known): Outcome {
  const { retailer } = compiled
  const ofItem = best(check, check.ofItem, item, known, retailer)
  if (ofItem === 'met' || check.ofEach.length === 0) return ofItem ?? 'met'
  const { each, eachPath, isEachByRetailer } = compiled
  const entries = isObject(item) ? item[each] : undefined
  let judgedCount = 0
  let outcome: Outcome = 'met'
  if (Array.isArray(entries))
    for (const [index, entry] of entries.entries()) {
      if (isEachByRetailer && !isOfRetailer(entry, retailer)) continue
      judgedCount++
      const found = best(check, check.ofEach, entry, known, retailer) ?? 'met'
      if (found === 'met') continue
      if (found !== 'unknown') return below(`${eachPath}[${index + 1}]`, found)
      outcome = found
    }
  if (judgedCount > 0) return outcome
  const first = check.ofEach[0]
  const place = `${eachPath}[${Array.isArray(entries) ? entries.length + 1 : 1}]`
  const path = first ? placeOf(first.steps, undefined, false) : ''
  return below(place, { path, isAbsent: true, reason: say`not given` })
}

const below = (around: string, outcome: Exclude<Outcome, string>): Outcome => ({
  ...outcome,
  path: `${around}/${outcome.path}`,
})

const isOfRetailer = (entry: unknown, retailer: string | undefined): boolean =>
  retailer === undefined || (isObject(entry) && entry['id'] === retailer)

/**
 * The best outcome of several routes; what is missing is reported for the first route. Undefined without
 * routes.
 */
function best(
  check: Check,
  routes: readonly Route[],
  around: unknown,
  known: Known,
  retailer: string | undefined,
): Outcome | undefined {
  let outcome: Outcome | undefined
  for (const route of routes) {
    const tally: Tally = { there: 0, fits: 0, unknown: 0, size: 0 }
    count(route, 0, around, tally, known.sizeOf, retailer)
    if (tally.fits >= check.entries) return 'met'
    if (tally.fits + tally.unknown >= check.entries) outcome = 'unknown'
    else
      outcome ??= {
        path: placeOf(route.steps, around, tally.there < check.entries),
        isAbsent: tally.there === 0,
        reason: reasonOf(check, tally),
      }
  }
  return outcome
}

/** Counts the values at the end of a route. */
function count(
  route: Route,
  at: number,
  around: unknown,
  tally: Tally,
  sizeOf: SizeOf | undefined,
  retailer: string | undefined,
): void {
  const step = route.steps[at]
  if (step === undefined || !isObject(around)) return
  const value = around[step.key]
  if (value === undefined) return
  const isLast = at === route.steps.length - 1
  if (!step.repeat || !Array.isArray(value)) {
    if (isLast) route.judge(value, tally, sizeOf)
    else count(route, at + 1, value, tally, sizeOf, retailer)
    return
  }
  const filtered = retailer !== undefined && isByRetailer(step)
  for (const entry of value) {
    if (filtered && !isOfRetailer(entry, retailer)) continue
    if (isLast) route.judge(entry, tally, sizeOf)
    else count(route, at + 1, entry, tally, sizeOf, retailer)
  }
}

/** The path where a value belongs: in an additional entry of a list, or in the first existing entry. */
function placeOf(steps: readonly FormField[], around: unknown, isFurther: boolean): string {
  let value = around
  return steps
    .map((step, index) => {
      const name = step.place === 'attribute' ? `@${step.key}` : step.key
      const inside = isObject(value) ? value[step.key] : undefined
      value = Array.isArray(inside) ? inside[0] : inside
      if (!step.repeat) return name
      const there = Array.isArray(inside) ? inside.length : 0
      const position = isFurther && index === steps.length - 1 ? there + 1 : 1
      return step.entry === undefined ? `${name}[${position}]` : `${name}/${step.entry}[${position}]`
    })
    .join('/')
}

function reasonOf({ requirement, entries }: Check, { there, fits, size }: Tally): string {
  const { least, most, pixels, view } = requirement
  if (there === 0) return view === undefined ? say`not given` : say`no such picture`
  if (entries > 1) return say`${fits} of ${entries} entries`
  if (pixels !== undefined) return say`${size} of at least ${pixels} pixels`
  if (least !== undefined && size < least) return say`${size} of at least ${least} characters`
  if (most !== undefined && size > most) return say`${size} characters, at most ${most}`
  return say`not valid`
}
