import { answerLimits } from '../../src-shared/vocabulary/kit/limits.ts'

/** Time limits of a call, in milliseconds. */
export interface CallLimits {
  connect: number
  /** Between two chunks of the request, and from its end to the first byte of the response. */
  answer: number
  /** Between two chunks of the response. */
  silence: number
  /** Of the whole call; each byte sent or received adds one millisecond. */
  whole: number
  /** Maximum size of a response, in bytes. */
  maxAnswer: number
}
export const defaultCallLimits: CallLimits = {
  connect: 10_000,
  answer: 120_000,
  silence: 60_000,
  whole: 300_000,
  maxAnswer: answerLimits.documentBytes,
}
