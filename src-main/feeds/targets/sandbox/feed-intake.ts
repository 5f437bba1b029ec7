/**
 * Interface between the local API server and the receiver of posted feeds: the sandbox's own ingestion (this
 * room) or, in a connected workspace, the gateway into the outbox.
 */

import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadName } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { FeedProgress } from '../../../../src-shared/feeds/status/status-report.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'

interface FeedSubmission {
  kind: FeedKind
  /** The payload as received: UTF-8, or UTF-16 with a byte order mark; at most 16 MB. */
  body: Uint8Array
  /** Kind `update` only: product code from the path, as given. */
  upc?: string
  /** A repeated submission by the same user with the same key, kind and body gets the same answer. */
  idempotencyKey?: string
  username: string
}

export interface FeedQuestion {
  /** Each payload type has its own status path. */
  family: PayloadName
  /** Absent: the user's newest feed of the family. */
  feedId?: string
  username: string
  /** 0-based index of the first item in the window. */
  offset: number
  /** END of the window, exclusive. Not below `offset`. */
  limit: number
}

export interface FeedIntake {
  /**
   * Stores the feed durably and returns its identifier; the items are processed later.
   * @throws PlainError `FEED_REFUSED` with the problems if the payload is not valid; nothing is stored then
   */
  submit(submission: FeedSubmission): Promise<{ feedId: string }>
  /** Undefined if the user has no such feed. */
  status(question: FeedQuestion): Promise<FeedProgress | undefined>
}

/** Error for a refused payload: answered with 400 and one entry per problem. */
export const feedRefused = (problems: Problem[]): PlainError<'FEED_REFUSED'> =>
  new PlainError('FEED_REFUSED', problems[0]?.message ?? say`The feed is not valid`, { problems })

/** Maximum number of problems in an answer: a broken file can have thousands. */
const maxProblems = 100

interface RefusalWords {
  detail: string
  invalidParams: { name: string; reason: string }[]
}

/**
 * Response texts for {@link feedRefused}, with line, element path and rule of each problem. Undefined for
 * other errors.
 */
export function refusalWords(error: unknown): RefusalWords | undefined {
  if (!(error instanceof PlainError) || error.code !== 'FEED_REFUSED') return undefined
  const { problems } = error
  const invalidParams = problems.slice(0, maxProblems).map(({ path, code, message, line, column }) => ({
    name: path,
    reason: `${line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `}${message} [${code}]`,
  }))
  const first = invalidParams[0]
  const { length: count } = problems
  return {
    detail: `${say`The payload is not valid and nothing was stored: ${counted(count, 'problem')}.`} ${first ? `${first.name}: ${first.reason}` : ''}`,
    invalidParams,
  }
}
