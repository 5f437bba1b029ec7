/**
 * What the backend says, in the language of the page: every answer and every refused call comes through here. The members
 * below are sentences of the program, or labels of its tables; everything else in an answer is data and stays.
 */
import { ORPCError } from '@orpc/client'
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
