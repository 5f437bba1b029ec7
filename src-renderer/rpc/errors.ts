import { ORPCError } from '@orpc/client'
import type { Problem } from '../../src-shared/problem.ts'

/** The message of an error for a person. The backend's messages are written for people and shown unchanged. */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) return error.message
  if (isUnreachable(error)) return 'The program behind this window does not answer. It may be starting again.'
  return error instanceof Error ? error.message : String(error)
}

/** Whether the backend could not be reached at all, as opposed to having refused. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ORPCError && [502, 503, 504].includes(error.status))

/** The problems at single fields that an error carries, if any. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof ORPCError)) return []
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems))
    return []
  return data.problems as Problem[]
}
