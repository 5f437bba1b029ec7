/**
 * Services that feeds are sent to, behind one type. `sandbox/` is a room of its own: there, this workspace is the
 * service.
 */
export { catalogService } from './catalog-service/catalog-service.ts'
export type { FeedTarget } from './target.ts'
