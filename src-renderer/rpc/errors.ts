import { t } from '@lingui/core/macro'
import { ORPCError } from '@orpc/client'
import type { Problem } from '../../src-shared/problem.ts'

/** The message of an error for a person. The backend's messages are written for people. */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) return error.message
  if (isOutdatedPage(error))
    return t`The program was updated since this page was loaded. Load the page again.`
  if (isUnreachable(error))
    return t`The program behind this window does not answer. It may be starting again.`
  return error instanceof Error ? error.message : String(error)
}

/** Whether the backend could not be reached at all, as opposed to having refused. */
export const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && !isOutdatedPage(error)) ||
  (error instanceof ORPCError && [502, 503, 504].includes(error.status))

/** Whether a call may be sent again later: nobody answered, or the program was started again and asks who this is. */
export const isUnanswered = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ORPCError && error.status === 401)

/** Whether a part of the page is no longer there to be loaded, as browsers say it each in their own words. */
export const isOutdatedPage = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed/.test(error.message)

/** The problems at single fields that an error carries, if any. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof ORPCError)) return []
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems))
    return []
  return data.problems as Problem[]
}
