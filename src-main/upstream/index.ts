/**
 * Calls the Catalog Data Service, by the endpoints of `src-shared/api/endpoints.ts`. Every call carries the credentials,
 * has a time limit and fails only with an UpstreamError; only calls for pictures follow redirects. Answers are read
 * within limits, in a thread that can be ended. `platform/retry.ts` says when callers repeat a call.
 */
export { createUpstream, itemPageParameters } from './create-upstream.ts'
export { answerReaders, contentPlusFeedReport, itemFeedReport } from './read-answer.ts'
export type { CallOptions, ItemPageQuery, MediaAnswer, Upstream } from './upstream.ts'
export { UpstreamError, type UpstreamFailure } from './upstream-error.ts'
