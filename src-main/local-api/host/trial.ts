import { curlCommand } from '../../../src-shared/api/curl.ts'
import { endpoints } from '../../../src-shared/api/endpoints.ts'
import { callPath } from '../../../src-shared/api/route.ts'
import {
  appUserAgent,
  certificateFile,
  type LocalApiErrorCode,
  type TrialAnswer,
  type TrialCall,
} from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** Maximum number of characters of an answer that are shown. */
const maxShown = 200_000
/** Timeout for an answer in milliseconds: longer than the maximum latency setting. */
const maxMilliseconds = 120_000

interface TrialServer {
  address: string
  /** The certificate to trust, under https. */
  cert?: string | undefined
}

/** Calls our own server over HTTP like any other program, and returns the complete answer. */
export async function tryCall(
  { endpoint, version = 'v2.1', identifier, query = {}, body, username }: TrialCall,
  password: string,
  { address, cert }: TrialServer,
): Promise<TrialAnswer> {
  const { method } = endpoints[endpoint]
  const target = targetOf(() => callPath(endpoint, { version, query, identifier: identifier || undefined }))
  const upload = method !== 'GET'
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ headersTimeout: maxMilliseconds, connect: cert ? { ca: cert } : undefined })
  const started = performance.now()
  try {
    const response = await request(address + target, {
      method,
      dispatcher,
      headers: {
        username,
        password,
        'user-agent': appUserAgent,
        ...(upload ? { 'content-type': 'application/xml' } : {}),
      },
      body: upload ? (body ?? '') : undefined,
    })
    const { text, bytes } = await startOf(response.body)
    const milliseconds = performance.now() - started
    return {
      method,
      target,
      status: response.statusCode,
      headers: Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => ({ name, value: one })),
      ),
      body: text.slice(0, maxShown),
      truncated: text.length > maxShown,
      bytes,
      milliseconds,
      curl: curlCommand({
        address,
        method,
        target,
        username,
        certificate: cert ? certificateFile : undefined,
      }),
    }
  } catch (error) {
    throw new PlainError<LocalApiErrorCode>(
      'CALL_FAILED',
      say`The connection ended without an answer: ${(error as Error).message}. Lost acknowledgements may be switched on.`,
    )
  } finally {
    await dispatcher.close()
  }
}

/**
 * Returns the start of the text (slightly more than is shown) and the size of the whole body, which may be
 * half a gigabyte.
 */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<{ text: string; bytes: number }> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (text.length <= maxShown) text += decoder.decode(piece, { stream: true })
  }
  return { text, bytes }
}

function targetOf(path: () => string): string {
  try {
    return path()
  } catch (error) {
    throw new PlainError<LocalApiErrorCode>('CALL_FAILED', `${(error as Error).message}.`)
  }
}
