import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fault, type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { defaultCallLimits } from './call-limits.ts'
import { openHttpCalls } from './http-call.ts'
import type { UpstreamError } from './upstream-error.ts'

/** These tests are about the plain protocol, so the other end is a plain server. */
const echo = createServer((incoming, outgoing) => {
  outgoing.writeHead(200, { 'content-type': 'text/plain', 'x-two': ['1', '2'] })
  incoming.pipe(outgoing)
})
let upstream: FaultyUpstream
const calls = openHttpCalls({ ...defaultCallLimits, answer: 300, silence: 300 })
const hastyCalls = openHttpCalls({ ...defaultCallLimits, whole: 300 })
/** Has enough time for a large response on a busy computer. */
const patientCalls = openHttpCalls({ ...defaultCallLimits, maxAnswer: 5_000_000 })

beforeAll(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  upstream = await startFaultyUpstream(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`)
})
beforeEach(() => upstream.heal())
afterAll(async () => {
  await Promise.all([calls, hastyCalls, patientCalls].map((each) => each.close()))
  await upstream.close()
  echo.close()
})

/**
 * A server on a slow line: reads a megabyte, then pauses for `rest` milliseconds; at the end it responds with
 * the length.
 */
async function startSlowReader(rest: number): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    let length = 0
    let read = 0
    try {
      for await (const piece of incoming) {
        length += piece.length
        read += piece.length
        if (read < 1_000_000) continue
        read = 0
        if (rest === Number.POSITIVE_INFINITY) await once(incoming, 'close')
        else await setTimeout(rest)
      }
      outgoing.end(String(length))
    } catch {
      // The client closed the connection.
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const post = (body = 'hello') => ({
  method: 'POST' as const,
  url: `${upstream.address}/path?a=b`,
  headers: { 'content-type': 'text/plain' },
  body: new TextEncoder().encode(body),
})
const failureOf = (promise: Promise<unknown>): Promise<UpstreamError> =>
  promise.then(
    () => {
      throw new Error('The call should have failed')
    },
    (error) => error,
  )

describe.each(['call', 'callOnce'] as const)('%s', (way) => {
  test('returns status, headers and body', async () => {
    const answer = await calls[way](post())
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain', 'x-two': '1, 2' } })
    expect(new TextDecoder().decode(answer.body)).toBe('hello')
  })

  test.each<Fault>([
    { kind: 'reset-before' },
    { kind: 'reset-after' },
    { kind: 'hang' },
    { kind: 'cut-body', part: 0.5 },
  ])('reports that the request may have arrived after $kind', async (fault) => {
    upstream.fail(fault)
    expect(await failureOf(calls[way](post()))).toMatchObject({ kind: 'unreachable', mayHaveArrived: true })
  })

  test('times out a response that only drips', async () => {
    upstream.fail({ kind: 'slow', bytesPerSecond: 20 })
    const error = await failureOf(hastyCalls[way](post('x'.repeat(1000))))
    expect(error).toMatchObject({ name: 'UpstreamError', kind: 'unreachable', mayHaveArrived: true })
    expect(error.message).toContain('the call took too long')
  })

  test('waits for a slow response that keeps up the minimum rate', async () => {
    upstream.fail({ kind: 'slow', bytesPerSecond: 20_000 })
    expect((await hastyCalls[way](post('x'.repeat(10_000)))).body.byteLength).toBe(10_000)
  })

  test('waits for a slow upload that keeps up the minimum rate', async () => {
    const { address, close } = await startSlowReader(50)
    const hasty = openHttpCalls({ ...defaultCallLimits, answer: 700, whole: 700 })
    const started = performance.now()
    const answer = await hasty[way]({ ...post(), url: address, body: new Uint8Array(24_000_000) })
    expect(new TextDecoder().decode(answer.body)).toBe('24000000')
    expect(performance.now() - started).toBeGreaterThan(1000)
    await Promise.all([hasty.close(), close()])
  })

  test('times out a request that the server does not read', async () => {
    const { address, close } = await startSlowReader(Number.POSITIVE_INFINITY)
    const error = await failureOf(calls[way]({ ...post(), url: address, body: new Uint8Array(24_000_000) }))
    expect(error).toMatchObject({ kind: 'unreachable', mayHaveArrived: true })
    expect(error.message).toContain('the service did not respond in time')
    await close()
  })

  test('reports that nothing was sent after a refused connection', async () => {
    await upstream.stop()
    const error = await failureOf(calls[way](post()))
    expect(error).toMatchObject({ kind: 'unreachable', mayHaveArrived: false })
    expect(error.message).toContain('the connection was refused')
    await upstream.start()
    expect((await calls[way](post())).status).toBe(200)
  })

  test('reports that nothing was sent for an unknown host name', async () => {
    const error = await failureOf(calls[way]({ ...post(), url: 'http://nowhere.invalid/' }))
    expect(error).toMatchObject({ kind: 'unreachable', mayHaveArrived: false })
  })

  test('ends immediately when aborted before the connection is established', async () => {
    const controller = new AbortController()
    const slow = openHttpCalls(defaultCallLimits, { lookup: () => controller.abort(reason) })
    const reason = new Error('enough')
    const pending = slow[way]({ ...post(), url: 'http://slow.invalid/', signal: controller.signal })
    expect(await failureOf(pending)).toBe(reason)
    await slow.close()
  })

  test('rejects with the reason of the abort signal', async () => {
    upstream.fail({ kind: 'hang' })
    const reason = new Error('enough')
    const signal = AbortSignal.any([AbortSignal.timeout(50)])
    const controller = new AbortController()
    signal.addEventListener('abort', () => controller.abort(reason))
    expect(await failureOf(calls[way]({ ...post(), signal: controller.signal }))).toBe(reason)
  })
})

test('returns a redirect without following it', async () => {
  upstream.fail({ kind: 'status', status: 302, headers: { location: '/elsewhere' } })
  const before = upstream.calls.length
  expect((await calls.call(post())).status).toBe(302)
  expect(upstream.calls.length).toBe(before + 1)
})

test('rejects a response that exceeds the size limit', async () => {
  const error = await failureOf(patientCalls.call(post('x'.repeat(5_000_001))))
  expect(error).toMatchObject({ kind: 'invalid-answer', mayHaveArrived: true })
})

test('times out a stream that only drips', async () => {
  upstream.fail({ kind: 'slow', bytesPerSecond: 20 })
  const { body } = await hastyCalls.stream(post('x'.repeat(1000)))
  const read = async () => {
    for await (const _ of body);
  }
  expect(await failureOf(read())).toMatchObject({ kind: 'unreachable', mayHaveArrived: true })
})

test('rejects with an UpstreamError when a stream breaks off', async () => {
  upstream.fail({ kind: 'cut-body', part: 0.5 })
  const { body } = await calls.stream(post('x'.repeat(100_000)))
  let length = 0
  const read = async () => {
    for await (const piece of body) length += piece.byteLength
  }
  expect(await failureOf(read())).toMatchObject({ kind: 'unreachable' })
  expect(length).toBeGreaterThan(0)
})
