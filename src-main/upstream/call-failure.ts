/** Converts the failure of a call to an error with a message for a person. */
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type ConnectionStep, proxyPasswordNeeded } from '../../src-shared/workspace/connection-steps.ts'
import { withoutPassword } from './network/network.ts'
import { UpstreamError } from './upstream-error.ts'

export class ResponseTooLarge extends Error {
  readonly largest: number
  constructor(largest: number) {
    super()
    this.largest = largest
  }
}

/** Node and Electron read the variable at startup. */
const trustHint = say`If you trust it, add the authority to the certificates of this computer, or start Catalog Desk with NODE_EXTRA_CA_CERTS set to the authority’s PEM file`

/** The steps of a call that fail without an answer of the service. */
const reasonsByStep = {
  name: {
    ENOTFOUND: say`the host name was not found (no network, or a typo in the address)`,
    EAI_AGAIN: say`the name cannot be looked up (no network?)`,
  },
  route: {
    ECONNREFUSED: say`the connection was refused`,
    ENETUNREACH: say`there is no network`,
    EHOSTUNREACH: say`the computer cannot be reached`,
    UND_ERR_CONNECT_TIMEOUT: say`the connection took too long`,
  },
  encryption: {
    DEPTH_ZERO_SELF_SIGNED_CERT: `${say`its certificate is self-signed, so its owner cannot be verified.`} ${trustHint}`,
    SELF_SIGNED_CERT_IN_CHAIN: `${say`its certificate was issued by an authority that this computer does not trust.`} ${trustHint}`,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `${say`its certificate was issued by an authority that this computer does not trust.`} ${trustHint}`,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${say`its certificate chain is incomplete, or its authority is not trusted by this computer.`} ${trustHint}`,
    CERT_HAS_EXPIRED: say`its certificate has expired. The operator of the service must renew it, or this computer’s clock is wrong`,
    CERT_NOT_YET_VALID: say`its certificate is not valid yet. This computer's clock may be wrong`,
    CERT_REVOKED: say`its certificate was revoked. Do not send a password there`,
    ERR_TLS_CERT_ALTNAME_INVALID: say`its certificate is for another name. Use the name it was made for, and make sure that this is the service you mean`,
    ERR_SSL_WRONG_VERSION_NUMBER: say`it does not speak https there. Check the port, or whether its address begins with http://`,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: say`it does not speak https there. Check the port, or whether its address begins with http://`,
  },
  answer: {
    ECONNRESET: say`the connection was cut`,
    EPIPE: say`the connection was cut`,
    UND_ERR_SOCKET: say`the connection was cut`,
    UND_ERR_HEADERS_TIMEOUT: say`the service did not respond in time`,
    UND_ERR_BODY_TIMEOUT: say`the response stopped partway`,
    TOO_SLOW: say`the call took too long`,
    HPE_INVALID_CONSTANT: say`it does not speak http there. Check the port, or whether its address begins with https://`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: say`the answer is shorter than announced`,
  },
} satisfies Partial<Record<ConnectionStep, Record<string, string>>>

/** The step and message of each failure, by the code of the operating system or of undici. */
const reasons = new Map(
  Object.entries(reasonsByStep).flatMap(([step, messages]) =>
    Object.entries(messages).map(([code, message]) => [code, { step: step as ConnectionStep, message }]),
  ),
)

interface FailedCall {
  /** Whether sending the request had started, so that it may have arrived. */
  hasStarted: boolean
  /** The proxy of the call, if it has one. */
  proxy?: string | undefined
}

/**
 * Returns the error to throw for a failed call: the caller's abort reason, or an `UpstreamError` with a
 * message for a person.
 */
export function failure(
  error: unknown,
  { url, signal }: { url: string; signal?: AbortSignal | undefined },
  { hasStarted, proxy }: FailedCall,
): unknown {
  if (signal?.aborted) return signal.reason
  const { origin } = new URL(url)
  if (error instanceof ResponseTooLarge) {
    const megabytes = error.largest / (1024 * 1024)
    const message = say`The answer of ${origin} is larger than ${megabytes} MB.`
    // Nothing of a too large response was kept; the caller may request smaller parts.
    return new UpstreamError('invalid-answer', message, {
      mayHaveArrived: hasStarted,
      answer: new Uint8Array(),
    })
  }
  const atProxy = proxy === undefined ? undefined : proxyFailure(error, proxy, origin)
  if (atProxy) return atProxy
  if (error instanceof PlainError)
    return new UpstreamError('unreachable', error.message, { step: 'proxy', cause: error })
  const code = codeOf(error)
  const known = code === undefined ? undefined : reasons.get(code)
  const step = known?.step ?? 'route'
  const reason = known?.message ?? (error instanceof Error ? error.message : String(error))
  // The first steps of a call through a proxy lead to the proxy.
  const isProxy = proxy !== undefined && (step === 'name' || step === 'route')
  const message = isProxy
    ? say`The proxy ${withoutPassword(proxy)} cannot be reached: ${reason}.`
    : say`${origin} cannot be reached: ${reason}.`
  return new UpstreamError('unreachable', message, {
    mayHaveArrived: hasStarted,
    step,
    cause: error,
  })
}

/** The error for a proxy that does not pass the call on; undefined for any other error. */
function proxyFailure(error: unknown, proxy: string, origin: string): UpstreamError | undefined {
  const status = proxyStatus(error)
  if (status === undefined) return undefined
  const name = withoutPassword(proxy)
  // The request itself was not passed on.
  const detail = { mayHaveArrived: false, step: 'proxy' as const, cause: error }
  if (status !== 407)
    return new UpstreamError(
      'unreachable',
      say`The proxy ${name} did not connect to ${origin} (status ${status}). Ask the people who run the proxy whether it allows this address.`,
      detail,
    )
  const message = say`The proxy ${name} asks for a user name and a password.`
  return new UpstreamError('unreachable', message, {
    ...detail,
    problems: [{ code: proxyPasswordNeeded, path: 'proxyUsername', message }],
  })
}

/** The status with which a proxy refused a call. undici names it only in its messages. */
function proxyStatus(error: unknown): number | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const [, status] = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(current.message) ?? []
    if (status !== undefined) return Number(status)
  }
  return undefined
}

/** The code of an error, or of the first of its causes that has one. */
function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AggregateError && current.errors.length > 0) return codeOf(current.errors[0])
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}
