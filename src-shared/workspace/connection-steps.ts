/**
 * The steps of a call to a service, in order: look up the name, reach the computer, be passed on by the proxy,
 * encrypt, get an answer, accept the credentials, find the path, read the document. Name and computer are those
 * of the proxy, if there is one.
 */
export const connectionSteps = [
  'name',
  'route',
  'proxy',
  'encryption',
  'answer',
  'credentials',
  'path',
  'format',
] as const
export type ConnectionStep = (typeof connectionSteps)[number]

/** Code of the problem of a proxy that asks for a user name and a password, or refuses the given ones. */
export const proxyPasswordNeeded = 'PROXY_PASSWORD_NEEDED'
