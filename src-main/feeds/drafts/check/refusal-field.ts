import { draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { keysOfElement } from '../../../../src-shared/vocabulary/kit/keys-of-path.ts'

/** Only camel-case names count as element names in a sentence; others may be everyday words. */
const isElementName = (word: string): boolean => /[a-z][A-Z]/.test(word)
/** Maximum number of characters of a service's message that are scanned. */
const maxRead = 2000

/**
 * The field that a service's refusal is about, as a path relative to the item; '' for the item itself. The
 * specification says that a refusal names "the path of the element"; services also write the element name
 * alone, its label, or dots as separators. An ambiguous name is no field.
 */
export function fieldOfRefusal(kind: FeedKind, { path, message }: Pick<Problem, 'path' | 'message'>): string {
  const named = path.trim().slice(0, maxRead)
  if (named !== '') return asPath(kind, named) ?? onlyFieldNamed(kind, lastName(named)) ?? ''
  const words = message.slice(0, maxRead).match(/[A-Za-z]+/g) ?? []
  const [only, ...others] = new Set(words.filter(isElementName))
  if (only === undefined || others.length > 0) return ''
  return asPath(kind, only) ?? onlyFieldNamed(kind, only) ?? ''
}

/** The named path, with any separator and from any starting element. */
function asPath(kind: FeedKind, named: string): string | undefined {
  const steps = named.split(/[/.\\>]/).flatMap((step) => step.trim() || [])
  for (const [from] of steps.entries()) {
    const path = steps.slice(from).join('/')
    if (keysOfElement(kinds[kind].payload.item, path)) return path
  }
  return undefined
}

const lastName = (named: string): string =>
  (named.split(/[/.\\>]/).at(-1) ?? '')
    .trim()
    .replace(/\[\d+\]$/, '')
    .replace(/^@/, '')

/** Path of the only field with this element name or label. */
function onlyFieldNamed(kind: FeedKind, name: string): string | undefined {
  const lowerName = name.toLowerCase()
  const found = draftColumns(kind).filter(
    ({ path, label }) => label.toLowerCase() === lowerName || lastName(path).toLowerCase() === lowerName,
  )
  return found.length === 1 ? found[0]?.path : undefined
}
