import { curlCommand } from '../../../src-shared/api/curl.ts'
import { endpoints } from '../../../src-shared/api/endpoints.ts'
import { callPath } from '../../../src-shared/api/route.ts'
import {
  certificateFile,
  type LocalApiErrorCode,
  type TrialAnswer,
  type TrialCall,
  thisApp,
} from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** Characters of an answer that are shown. */
const maxShown = 200_000
/** How long an answer is waited for, in milliseconds: longer than the longest latency that can be set. */
const patience = 120_000

interface TrialServer {
  address: string
  /** The certificate to trust, under https. */
  cert?: string | undefined
}

/** Makes a call to our own server over HTTP, as any program would, and answers all that came back. */
export async function tryCall(
  { endpoint, version = 'v2.1', identifier, query = {}, body, username }: TrialCall,
  password: string,
  { address, cert }: TrialServer,
): Promise<TrialAnswer> {
  const { method } = endpoints[endpoint]
  const target = targetOf(() => callPath(endpoint, { version, query, identifier: identifier || undefined }))
  const upload = method !== 'GET'
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ headersTimeout: patience, connect: cert ? { ca: cert } : undefined })
  const started = performance.now()
  try {
    const response = await request(address + target, {
      method,
      dispatcher,
      headers: {
        username,
        password,
        'user-agent': thisApp,
        ...(upload ? { 'content-type': 'application/xml' } : {}),
      },
      body: upload ? (body ?? '') : undefined,
    })
    const { text, bytes } = await beginningOf(response.body)
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

/** The beginning of the text, a little longer than is shown, and the bytes of all: an answer may have half a gigabyte. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<{ text: string; bytes: number }> {
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
