/**
 * What the backend says, in the language of the page: every answer and every refused call comes through here. The members
 * below are sentences of the program, or labels of its tables; a name that the program made comes with its parts.
 * Everything else in an answer is data and stays.
 */
import { ORPCError } from '@orpc/client'
import type { Named } from '../../src-shared/feeds/draft/made-name.ts'
import { saidName } from '../texts/made-name.ts'
import { isTranslated, said } from '../texts/said.ts'

const sentenceMembers: ReadonlySet<string> = new Set([
  'message',
  'reason',
  'note',
  'trouble',
  'undo',
  'redo',
  'detail',
  'remark',
  'why',
  'findings',
  'summary',
  'error',
  'retailerName',
])
const labelMembers: ReadonlySet<string> = new Set(['label', 'labels', 'around'])
/** Rooms whose labels are those of fields and figures. Elsewhere a label is a word of the catalog. */
const roomsWithLabels: ReadonlySet<string> = new Set([
  'completeness',
  'quality',
  'imports',
  'feeds',
  'outbox',
  'history',
])

/** Changes an answer that is at hand for nobody else yet. @param room the first part of the name of the call */
export function saidAnswer<T>(room: string | undefined, answer: T): T {
  if (!isTranslated()) return answer
  const hasLabels = room !== undefined && roomsWithLabels.has(room)
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry)
      return
    }
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return
    sayNames(value)
    for (const [name, inner] of Object.entries(value)) {
      const isSaid = sentenceMembers.has(name) || (hasLabels && labelMembers.has(name))
      if (!isSaid || typeof inner !== 'string') {
        if (isSaid && Array.isArray(inner))
          for (const [at, entry] of inner.entries()) if (typeof entry === 'string') inner[at] = said(entry)
        walk(inner)
      } else Reflect.set(value, name, said(inner))
    }
  }
  walk(answer)
  return answer
}

/** The error of a refused call. */
export function saidError(error: unknown): unknown {
  if (!(error instanceof ORPCError) || !isTranslated()) return error
  error.message = said(error.message)
  saidAnswer(undefined, error.data)
  return error
}

/** The name of a draft or feed, and where a sentence about that feed quotes it. The parts still tell the name as it is kept. */
function sayNames(answer: Partial<Named> & { message?: unknown; feed?: unknown }): void {
  const { nameParts, message, feed } = answer
  if (nameParts) answer.name = saidName(nameParts)
  const about = Object(feed) as Partial<Named>
  if (typeof message === 'string' && about.nameParts)
    answer.message = message.replaceAll(`“${about.name}”`, () => `“${saidName(about.nameParts ?? '')}”`)
}
