import { ORPCError } from '@orpc/server'
import type { Problem } from '../../src-shared/problem.ts'
import { toFileError } from '../platform/file-error.ts'

interface Worded {
  code?: unknown
  kind?: unknown
  message: string
  problems?: Problem[]
}

/** Rooms throw errors with a `code` (or, from upstream, a `kind`) and words for a person: those cross as they are. */
function isWorded(error: unknown): error is Error & Worded {
  if (!(error instanceof Error)) return false
  const { code, kind } = error as Worded
  return typeof code === 'string' || typeof kind === 'string' || 'problems' in error
}

/**
 * Turns what a procedure threw into what the face reads: `code`, `message` and, where single fields are at fault,
 * `data.problems`. Anything without a code of its own is a defect: it is answered as such, with its message.
 */
export function toRpcError(thrown: unknown): ORPCError<string, { problems: Problem[] }> {
  const error = toFileError(thrown)
  if (error instanceof ORPCError) return error
  const message = messageOf(error)
  if (!isWorded(error)) return new ORPCError('DEFECT', { status: 500, message, data: { problems: [] } })
  const code = String(error.code ?? error.kind ?? 'REFUSED')
  return new ORPCError(code, { status: 422, message, data: { problems: error.problems ?? [] } })
}

/** What a JSON parser says quotes the text it stumbled over: a file's content, a secret even. */
function messageOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'Something that was kept is damaged. The log says what.'
  return error instanceof Error ? error.message : String(error)
}
