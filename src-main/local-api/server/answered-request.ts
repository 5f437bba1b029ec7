import type { LoggedRequest } from '../../../src-shared/local-api/model.ts'

/** An answered request before it is numbered in the request log. */
export interface AnsweredRequest extends Omit<LoggedRequest, 'id' | 'at'> {
  /** Milliseconds since the epoch. */
  at: number
}
