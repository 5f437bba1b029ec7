import { draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { keysOfElement } from '../../../../src-shared/vocabulary/kit/keys-of-path.ts'

/** A name that is a word of everyday language says nothing of a field when it stands in a sentence. */
const isElementName = (word: string): boolean => /[a-z][A-Z]/.test(word)
/** As much of a service's words as is looked through. */
const maxRead = 2000

/**
 * The field of an item that a service's refusal is about, as a path below the item; '' for the item as a whole. The
 * specification says that a refusal names "the path of the element"; services also name the element alone, its label,
 * or write with dots. Where more than one field could be meant, none is.
 */
export function fieldOfRefusal(kind: FeedKind, { path, message }: Pick<Problem, 'path' | 'message'>): string {
  const named = path.trim().slice(0, maxRead)
  if (named !== '') return asPath(kind, named) ?? onlyFieldNamed(kind, lastName(named)) ?? ''
  const words = message.slice(0, maxRead).match(/[A-Za-z]+/g) ?? []
  const [only, ...others] = new Set(words.filter(isElementName))
  if (only === undefined || others.length > 0) return ''
  return asPath(kind, only) ?? onlyFieldNamed(kind, only) ?? ''
}

/** A path, however its steps are parted and wherever it begins. */
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

/** The first entry of the one field that has this name, as element or as label. */
function onlyFieldNamed(kind: FeedKind, name: string): string | undefined {
  const sought = name.toLowerCase()
  const found = draftColumns(kind).filter(
    ({ path, label }) => label.toLowerCase() === sought || lastName(path).toLowerCase() === sought,
  )
  return found.length === 1 ? found[0]?.path : undefined
}
