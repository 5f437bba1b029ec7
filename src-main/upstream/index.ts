/**
 * The Catalog Data Service as this program calls it. Every call is driven by `src-shared/api/endpoints.ts`, carries the
 * credentials, has a time limit, follows no redirect (but of pictures), and fails with an UpstreamError only. What comes
 * back is read within limits, in a thread that can be ended. When a call is made again is in `platform/retry.ts`.
 */
export { createUpstream, itemPageParameters } from './create-upstream.ts'
export { answerReaders, contentPlusFeedReport, itemFeedReport } from './read-answer.ts'
export type { CallOptions, ItemPageQuery, MediaAnswer, Upstream } from './upstream.ts'
export { UpstreamError, type UpstreamFailure } from './upstream-error.ts'
