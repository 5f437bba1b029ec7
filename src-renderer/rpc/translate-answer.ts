/**
 * Translates the answers and errors of the backend into the language of the page. The members listed below
 * hold sentences of the program or labels of its tables; generated names are sent with their parts. All
 * other values of an answer are data and are not changed.
 */
import { ORPCError } from '@orpc/client'
import type { Named } from '../../src-shared/feeds/draft/made-name.ts'
import { translatedName } from '../texts/made-name.ts'
import { isTranslated, said } from '../texts/translate-message.ts'

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
/**
 * Contract namespaces whose labels belong to fields and figures. In other namespaces a label is a word of
 * the catalog.
 */
const namespacesWithLabels: ReadonlySet<string> = new Set([
  'completeness',
  'quality',
  'imports',
  'feeds',
  'outbox',
  'history',
  'photographs',
])

/**
 * Translates an answer in place, before it is passed to any caller.
 * @param namespace first part of the procedure name
 */
export function translateAnswer<T>(namespace: string | undefined, answer: T): T {
  if (!isTranslated()) return answer
  const hasLabels = namespace !== undefined && namespacesWithLabels.has(namespace)
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry)
      return
    }
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return
    translateNames(value)
    for (const [name, inner] of Object.entries(value)) {
      const isText = sentenceMembers.has(name) || (hasLabels && labelMembers.has(name))
      if (!isText || typeof inner !== 'string') {
        if (isText && Array.isArray(inner))
          for (const [index, entry] of inner.entries())
            if (typeof entry === 'string') inner[index] = said(entry)
        walk(inner)
      } else Reflect.set(value, name, said(inner))
    }
  }
  walk(answer)
  return answer
}

/** The translated error of a refused call. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof ORPCError) || !isTranslated()) return error
  error.message = said(error.message)
  translateAnswer(undefined, error.data)
  return error
}

/**
 * Translates the name of a draft or feed, and its quotations in a sentence about that feed. `nameParts` is
 * not changed.
 */
function translateNames(answer: Partial<Named> & { message?: unknown; feed?: unknown }): void {
  const { nameParts, message, feed } = answer
  if (nameParts) answer.name = translatedName(nameParts)
  const about = Object(feed) as Partial<Named>
  if (typeof message === 'string' && about.nameParts)
    answer.message = message.replaceAll(`“${about.name}”`, () => `“${translatedName(about.nameParts ?? '')}”`)
}
