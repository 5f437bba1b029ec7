/**
 * The local API: the Catalog Data Service of the specification, served on this computer to other programs.
 * `server/` implements transport and semantics of the endpoints and picture addresses. `host/` starts and
 * stops the server, and manages its address, users, conditions and request log.
 */
export { type ConditionsKeeper, createConditionsKeeper } from './host/conditions.ts'
export { createLocalApiHost, type LocalApiHost } from './host/host.ts'
export { localApiUsername } from './host/users.ts'
export { createApiServer } from './server/api-server.ts'
export { requestTarget } from './server/requests/request-head.ts'
