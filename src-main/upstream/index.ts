/**
 * Calls the Catalog Data Service through the endpoints in `src-shared/api/endpoints.ts`. Every call sends the
 * credentials, has a time limit and fails only with an UpstreamError. Only picture downloads follow
 * redirects. Responses are parsed within limits, in a thread that can be terminated. `platform/retry.ts`
 * computes when callers retry.
 */
export { createUpstream, itemPageParameters } from './create-upstream.ts'
export { createNetwork, type Network, withAccount } from './network/network.ts'
export { answerReaders } from './read-answer.ts'
export type { CallOptions, ItemPageQuery, MediaAnswer, Upstream } from './upstream.ts'
export { UpstreamError, type UpstreamFailure } from './upstream-error.ts'
