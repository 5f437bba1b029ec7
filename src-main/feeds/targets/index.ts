/**
 * Services to which feeds are sent, behind one interface. `sandbox/` is a room of its own, in which this
 * workspace is the service.
 */
export { catalogService } from './catalog-service/catalog-service.ts'
export type { FeedTarget } from './target.ts'
