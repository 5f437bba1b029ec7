import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import { refusal } from './origin-guard.ts'
import { type RequestTarget, requestTarget } from './request-target.ts'

/** Headers that decide something: given twice, it is anybody's guess which one holds. */
const single = ['host', 'origin', 'username', 'password', 'idempotency-key', 'content-type']
/** Headers of a request. */
const mostHeaders = 200

/**
 * What a request asks for, when its head is one that is answered at all: each header once, no name but our own, and no
 * other origin.
 * @throws ApiError 400 or 403
 */
export function checkedTarget(
  request: IncomingMessage,
  { port, protocol }: { port: number; protocol: 'http' | 'https' },
): RequestTarget & { isHostless: boolean } {
  const { rawHeaders, headers } = request
  if (rawHeaders.length / 2 > mostHeaders)
    throw new ApiError(400, `There are more than ${mostHeaders} headers. Send fewer.`)
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (single.includes(name) && seen.has(name))
      throw new ApiError(400, `The header ${name} is given twice. Send it once.`)
    seen.add(name)
  }
  const target = requestTarget(request.url)
  // Programs that speak HTTP/1.0 name no host, and no browser is among them. Credentials decide, for pictures as well.
  const isHostless = request.httpVersion === '1.0' && headers.host === undefined
  if (isHostless) headers.host = `127.0.0.1:${port}`
  const { host = '', origin } = headers
  for (const one of target.authority === undefined ? [host] : [host, target.authority]) {
    const refused = refusal({ host: one, origin }, port, protocol)
    if (refused) throw new ApiError(403, refused)
  }
  return { ...target, isHostless }
}
