/** Profiles as files: JSON that matches the schema in `model.ts`, with paths of the vocabulary. */
import type * as z from 'zod'
import { chosenFileLimits as max } from '../file-limits.ts'
import type { Problem } from '../problem.ts'
import { say } from '../texts/say.ts'
import { isViewCode } from '../views.ts'
import { familyFor, type ProfileField, supportedChecks } from './fields.ts'
import { sides } from './judge-value.ts'
import { isForContentPlus, type Requirement, type RequirementProfile, requirementProfile } from './model.ts'

export type ReadProfile = { profile: RequirementProfile } | { problems: Problem[] }

/**
 * Parses the text of a profile file. Problems are reported with their path; nothing of a profile is
 * silently dropped.
 */
export function readProfile(text: string): ReadProfile {
  if (text.length > max.profileCharacters)
    return refused(say`A profile has at most ${max.profileCharacters / 1024} KB; this file has more.`)
  try {
    return validateProfile(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The parser's message quotes the file, so only the position is reported, if the parser gives one.
    const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? []
    return refused(
      line === undefined || column === undefined
        ? say`This is not JSON. Choose a file that was exported as a profile.`
        : say`This is not JSON at line ${line} column ${column}. Choose a file that was exported as a profile.`,
    )
  }
}

/** Validates a value that may be a profile. */
export function validateProfile(value: unknown): ReadProfile {
  // The schema would validate each requirement first.
  const { requirements } = Object(value) as { requirements?: unknown }
  if (Array.isArray(requirements) && requirements.length > max.requirements)
    return refused(
      say`A profile has at most ${max.requirements} requirements; this one has ${requirements.length}.`,
    )
  const { data, error } = requirementProfile.safeParse(value)
  if (error) return { problems: error.issues.slice(0, 50).map(problemOf) }
  const problems = problemsOf(data)
  return problems.length > 0 ? { problems } : { profile: data }
}

/** The text of a file. */
export const profileText = (profile: RequirementProfile): string => `${JSON.stringify(profile, null, 2)}\n`

const refused = (message: string): ReadProfile => ({
  problems: [{ code: 'PROFILE_INVALID', path: '', message }],
})

/** `requirements[2].path`, with 1-based positions. */
const problemOf = ({ path, message }: z.core.$ZodIssue): Problem => ({
  code: 'PROFILE_INVALID',
  path: path
    .map((part, index) =>
      typeof part === 'number' ? `[${part + 1}]` : `${index > 0 ? '.' : ''}${String(part)}`,
    )
    .join('')
    .slice(0, maxWords),
  // The message quotes the names of unknown members.
  message: message.slice(0, maxWords),
})

/** Maximum characters of a path and of a message. */
const maxWords = 300

/** Rules beyond the schema: which fields exist, and which requirements each supports. */
function problemsOf(profile: RequirementProfile): Problem[] {
  const problems: Problem[] = []
  const add = (at: string, message: string): void =>
    void problems.push({ code: 'PROFILE_INVALID', path: at, message })
  if (isForContentPlus(profile) && profile.kinds.length > 1)
    add('kinds', say`Content+ feeds have fields of their own: a profile for them is for no other kind.`)
  const { fields } = familyFor(profile)
  const seen = new Set<string>()
  for (const [index, requirement] of profile.requirements.entries()) {
    const at = `requirements[${index + 1}]`
    const key = JSON.stringify([requirement.path, requirement.view])
    if (seen.has(key)) add(`${at}.path`, say`${requirement.path} is already required. List each field once.`)
    seen.add(key)
    const named = [
      { path: requirement.path, place: `${at}.path` },
      ...(requirement.or ?? []).map((path, number) => ({ path, place: `${at}.or[${number + 1}]` })),
    ]
    for (const { path, place } of named) {
      const field = fields.get(path)
      if (field === undefined) add(place, unknownPath(path, profile))
      else for (const [member, message] of unfit(requirement, field)) add(`${at}.${member}`, message)
    }
  }
  return problems
}

function unknownPath(path: string, { kinds }: RequirementProfile): string {
  const positionless = path.replace(/\[\d+\]/g, '')
  const known = familyFor({ kinds }).fields
  if (positionless !== path && known.has(positionless))
    return say`Name a field without positions: ${positionless}.`
  return say`No feed of this kind has a field ${path}.`
}

/** The members of a requirement that a field does not support, each with a message. */
function unfit(requirement: Requirement, field: ProfileField): [member: string, message: string][] {
  const { least, most, entries, view, pixels } = requirement
  const { path } = field
  const supported = supportedChecks(field)
  const found: [string, string][] = []
  if ((least !== undefined || most !== undefined) && !supported.length)
    found.push([least === undefined ? 'most' : 'least', say`${path} is no text, which alone has a length.`])
  if (least !== undefined && most !== undefined && least > most)
    found.push(['most', say`At most ${most} characters are fewer than at least ${least}.`])
  if (entries !== undefined && !supported.entries)
    found.push(['entries', say`${path} is in no list: there is one at most.`])
  if (view !== undefined && !supported.view)
    found.push(['view', say`${path} has no view. Only media/medium can require views.`])
  else if (view !== undefined && !sides.includes(view) && !isViewCode(view))
    found.push(['view', say`${view} is no view. Name a side (${sides.join(', ')}) or a code such as A1C1.`])
  if (pixels !== undefined && !supported.pixels) found.push(['pixels', say`${path} is no picture.`])
  return found
}
