/**
 * The local API: the Catalog Data Service of the specification, served on this computer to other programs.
 * `server/` implements transport and semantics of the endpoints and picture addresses. `host/` starts and
 * stops the server, and manages its address, users, conditions and request log.
 */
export { type ConditionsKeeper, createConditionsKeeper } from './host/conditions.ts'
export { createLocalApiHost, type LocalApiHost } from './host/host.ts'
export { localApiUsername } from './host/users.ts'
export { changeLogWriter } from './hub/change-log.ts'
export { createHub } from './hub/hub.ts'
export {
  type ChangeAnswer,
  changeAnswer,
  type HubState,
  hubPath,
  type LoggedChange,
  longPoll,
} from './hub/protocol.ts'
export { ApiError } from './server/answers/api-error.ts'
export { createEntityTag, newRunName } from './server/answers/freshness.ts'
export { createApiServer } from './server/api-server.ts'
export { newestItemReader } from './server/api-store.ts'
export { requestTarget } from './server/requests/request-head.ts'
export { createWorkerUsage } from './workers/worker-usage.ts'
