import { ORPCError } from '@orpc/server'
import type { Problem } from '../../src-shared/problem.ts'
import { refusalStatus } from '../../src-shared/rpc/refusals.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { ConnectionStep } from '../../src-shared/workspace/connection-steps.ts'
import { toFileError } from '../platform/files/file-error.ts'

interface Worded {
  code?: unknown
  kind?: unknown
  message: string
  problems?: Problem[]
  /** The step at which a call to a service failed. */
  step?: ConnectionStep
}

/** Whether an error has a message for a person: a PlainError has a `code`, an UpstreamError a `kind`. */
function isWorded(error: unknown): error is Error & Worded {
  if (!(error instanceof Error)) return false
  const { code, kind } = error as Worded
  return typeof code === 'string' || typeof kind === 'string' || 'problems' in error
}

/**
 * Converts a thrown error to the error that the user interface expects: `code`, `message` and, if single
 * fields are at fault, `data.problems`. An error without a code is a defect.
 */
export function toRpcError(
  thrown: unknown,
): ORPCError<string, { problems: Problem[]; step?: ConnectionStep | undefined }> {
  const error = toFileError(thrown)
  if (error instanceof ORPCError) return error
  const message = messageOf(error)
  if (!isWorded(error)) return new ORPCError('DEFECT', { status: 500, message, data: { problems: [] } })
  const code = String(error.code ?? error.kind ?? 'REFUSED')
  const { problems = [], step } = error
  return new ORPCError(code, { status: refusalStatus, message, data: { problems, ...(step && { step }) } })
}

/**
 * The message of an error. The message of a JSON parser is replaced, because it quotes the text, which may be
 * secret.
 */
function messageOf(error: unknown): string {
  if (error instanceof SyntaxError) return say`Stored data is damaged. See the log for details.`
  return error instanceof Error ? error.message : String(error)
}
