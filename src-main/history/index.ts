/**
 * History: earlier versions of items, and the origin of each version. The catalog stores an earlier version
 * in the same transaction that replaces the body.
 */
export { type OriginItem, openOriginItems } from './origin-items.ts'
export { openOriginNumbers, openVersionKeeper } from './version-keeper.ts'
