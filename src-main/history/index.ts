/**
 * The history room: earlier versions of items, and what brought each version. The catalog keeps an earlier version in the
 * same transaction that replaces the body.
 */
export { openOriginNumbers, openVersionKeeper } from './version-keeper.ts'
