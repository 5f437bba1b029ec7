/**
 * The history room: what items were before, and what brought each version. The catalog keeps a version in the
 * transaction that replaces a body, so that a change and its history are one.
 */
export { openOriginNumbers, openVersionKeeper } from './version-keeper.ts'
