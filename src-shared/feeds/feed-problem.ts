import type { Problem } from '../problem.ts'
import type { Named } from './draft/made-name.ts'

/** A problem of a draft or payload. `feed` names the outbox feed it concerns, if any. */
export interface FeedProblem extends Problem {
  feed?: Named & { id: string }
}
