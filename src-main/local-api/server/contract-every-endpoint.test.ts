import { expect, test } from 'vitest'
import type { Endpoint } from '../../../src-shared/api/endpoint.ts'
import { endpoints } from '../../../src-shared/api/endpoints.ts'
import {
  type EndpointCase,
  endpointCases,
  goodCalls,
  sentContent,
  sentItems,
} from '../../testing/contract-cases/endpoint-cases.ts'
import { answered, callOf, complaints } from '../../testing/local-api/contract-answers.ts'
import { type ContractService, describeContract } from '../../testing/local-api/contract-service.ts'
import { rawConnection, rawRequest } from '../../testing/local-api/raw-connection.ts'
import { noConditions } from './service-conditions.ts'

/** Sends the feeds whose status is requested. */
async function sendFeeds(service: ContractService): Promise<Record<string, string>> {
  const send = async (name: 'createItems' | 'publishContentPlus') => {
    const [path, body] = goodCalls[name]
    const call = callOf(`POST /v2.1${path}`, { 'Content-Type': 'application/xml' }, body)
    return String(answered(name, await service.call(call))['feedId'])
  }
  return { [sentItems]: await send('createItems'), [sentContent]: await send('publishContentPlus') }
}

/**
 * Repeats a request on one connection, where it may be answered from the cache, and expects equal answers.
 */
async function expectRepeatable(
  { port, user }: ContractService,
  line: string,
  headers: Record<string, string> = {},
  { status, body }: { status: number; body: Uint8Array },
): Promise<void> {
  const connection = rawConnection(port)
  const password = Buffer.from(user.password).toString('latin1')
  const bytes = rawRequest(line, port, { username: user.username, password, ...headers })
  const [first, ...others] = [
    await connection.ask(bytes),
    await connection.ask(bytes),
    await connection.ask(bytes),
  ]
  connection.end()
  expect(first.status).toBe(status)
  // Signed addresses contain their expiry.
  if (!/[?&](pi|pip|ep|epf|epl|epr|eip|allImg|esi|ptga|ef)=/.test(line))
    expect(first.body).toEqual(Buffer.from(body))
  for (const other of others) expect(other).toEqual(first)
}

describeContract((service) => {
  let feeds: Promise<Record<string, string>> | undefined

  test.each(
    endpointCases.map((one): [string, string, string, number, EndpointCase] => [
      one.endpoint,
      one.version,
      one.what,
      one.status,
      one,
    ]),
  )('%s in %s, %s: %i', async (name, version, _what, status, one) => {
    feeds ??= sendFeeds(service())
    let { path } = one
    for (const [word, feedId] of Object.entries(await feeds)) path = path.replace(word, feedId)
    // Feeds that are still being ingested would change the catalog between two answers.
    await service().settle()
    Object.assign(service().conditions, one.conditions)
    try {
      const body = one.method === 'POST' || one.method === 'PUT' ? one.body : undefined
      const answer = await service().call(callOf(`${one.method} /${version}${path}`, one.headers, body))
      if (one.method === 'HEAD') expect(answer).toMatchObject({ status, text: '' })
      else if (one.status === 200) answered(one.endpoint, answer)
      else {
        const names = complaints(answer, one.status)
        if (one.complaints) expect(names).toEqual(one.complaints)
      }
      expect(answer.headers).toMatchObject(one.answered ?? {})
      if (body === undefined)
        await expectRepeatable(service(), `${one.method} /${version}${path}`, one.headers, answer)
      if (status === 405) {
        const { method }: Endpoint = endpoints[one.endpoint]
        expect(answer.headers.allow?.split(', ')).toEqual(
          expect.arrayContaining(method === 'GET' ? ['GET', 'HEAD'] : [method]),
        )
      }
    } finally {
      Object.assign(service().conditions, noConditions())
    }
    expect(name).toBe(one.endpoint)
  })
})
