import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultCallLimits } from './call-limits.ts'
import { openHttpCalls } from './http-call.ts'
import { UpstreamError } from './upstream-error.ts'

/** The messages for untrusted certificates state the problem and the next step. */
const day = 86_400_000
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function serveWith(dates: { from: number; to: number }): Promise<number> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'A service' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + dates.from * day),
    notAfterDate: new Date(Date.now() + dates.to * day),
  })
  return listening(createServer({ key, cert }, (_request, response) => response.end('never')))
}

async function failureAt(url: string): Promise<UpstreamError> {
  const calls = openHttpCalls({ ...defaultCallLimits, answer: 3000, silence: 3000 })
  try {
    await calls.call({ method: 'GET', url, headers: { password: 'secret' } })
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  } finally {
    await calls.close()
  }
  throw new Error('The call should have failed')
}

describe('a service that cannot prove its identity gets no password', () => {
  test('reports a self-signed certificate', async () => {
    const { kind, message } = await failureAt(`https://127.0.0.1:${await serveWith({ from: -1, to: 30 })}/`)
    expect(kind).toBe('unreachable')
    expect(message).toMatch(/self-signed.*NODE_EXTRA_CA_CERTS/)
  })

  test('reports https to a port that speaks plain http', async () => {
    const port = await listening(createHttpServer((_request, response) => response.end('plain')))
    expect((await failureAt(`https://127.0.0.1:${port}/`)).message).toMatch(/does not speak https/)
  })

  test('reports plain http to a port that speaks https', async () => {
    const port = await serveWith({ from: -1, to: 30 })
    const { message } = await failureAt(`http://127.0.0.1:${port}/`)
    expect(message).toMatch(/cut|does not speak http/)
  })
})
