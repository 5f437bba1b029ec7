import { t } from '@lingui/core/macro'
import { ORPCError } from '@orpc/client'
import type { Problem } from '../../src-shared/problem.ts'
import { type ConnectionStep, connectionSteps } from '../../src-shared/workspace/connection-steps.ts'

/** The message of an error for a person. Error messages of the backend are written for people. */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) return error.message
  if (isOutdatedPage(error))
    return t`The program was updated since this page was loaded. Load the page again.`
  if (isUnreachable(error))
    return t`The program behind this window does not answer. It may be starting again.`
  return error instanceof Error ? error.message : String(error)
}

/** Whether the backend could not be reached, as opposed to having refused the call. */
export const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && !isOutdatedPage(error)) ||
  (error instanceof ORPCError && [502, 503, 504].includes(error.status))

/**
 * Whether a call may be retried later: there was no answer, or a restarted backend requires a new session
 * (401).
 */
export const isUnanswered = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ORPCError && error.status === 401)

/** Whether a module of the page no longer exists on the server. The message differs between browsers. */
export const isOutdatedPage = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed/.test(error.message)

/** The step at which a call to a service failed, if the error names one. */
export function failedStepOf(error: unknown): ConnectionStep | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const step = (error.data as { step?: unknown } | null | undefined)?.step
  return connectionSteps.find((known) => known === step)
}

/** The problems of single fields in the data of an error, if any. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof ORPCError)) return []
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems))
    return []
  return data.problems as Problem[]
}
