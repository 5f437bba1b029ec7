import type { Problem } from '../problem.ts'
import type { Named } from './draft/made-name.ts'

/** A problem of a draft or payload, which may be about a feed in the outbox. */
export interface FeedProblem extends Problem {
  feed?: Named & { id: string }
}
