import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import type { Storage } from '../storage/index.ts'
import { StoreError } from '../storage/index.ts'
import { FeedRefused } from './feed-intake.ts'
import { type CheckedSubmission, feedChecker, type Submission } from './ingestion-check.ts'

/** Judges posted payloads, larger ones in a thread that is ended when one takes too long, or too much memory. */
export function openSubmissionCheck(
  storage: Storage,
): (submission: Submission) => Promise<CheckedSubmission> {
  return async (submission) => {
    const checker = storage.reader(feedChecker, { apart: submission.body.byteLength > readInPlace })
    try {
      return await checker.check(submission)
    } catch (error) {
      if (!(error instanceof StoreError) || !spent.has(error.code)) throw error
      const { code, message } = error
      throw new FeedRefused([{ code, path: '', message: `The feed cannot be judged. ${message}` }])
    }
  }
}

const spent = new Set(['too-long', 'too-much-memory'])
