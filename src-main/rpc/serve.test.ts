import { type } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/fetch'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { PlainError } from '../../src-shared/plain-error.ts'
import { call } from '../../src-shared/rpc/procedure.ts'
import { createGrants, type PageSession } from '../platform/page-session.ts'
import { lateBound, type Rooms, refusals, serve } from './serve.ts'

const contract = {
  shelf: {
    double: call.input(z.object({ number: z.int() })).output(type<number>()),
    address: call.output(type<string>()),
    fail: call.output(type<void>()),
  },
}
const room = {
  double: ({ number }: { number: number }) => number * 2,
  address: (_: unknown, { addressOf }: PageSession) => addressOf('/exports/1'),
  fail: (): void => {
    throw new PlainError('EMPTY', 'Nothing is on it.')
  },
  /** Not in the contract. */
  burn: () => 'burnt',
}

/** Calls over the same transport as the page. */
async function ask(rooms: Rooms<typeof contract>, path: string, input?: unknown) {
  const handler = new RPCHandler<PageSession>(serve(contract, rooms))
  const body = JSON.stringify({ json: input })
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://127.0.0.1/rpc/${path}`, { method: 'POST', headers, body })
  const session = { grants: createGrants(), addressOf: (address: string) => `${address}?proof` }
  const { response } = await handler.handle(request, { prefix: '/rpc', context: session })
  const answer = (await response?.json()) as { json: unknown } | undefined
  return response && { status: response.status, json: answer?.json }
}

test('passes the validated input and the session to a function', async () => {
  expect(await ask({ shelf: room }, 'shelf/double', { number: 21 })).toEqual({ status: 200, json: 42 })
  expect(await ask({ shelf: room }, 'shelf/double', { number: 'x' })).toMatchObject({ status: 400 })
  expect(await ask({ shelf: room }, 'shelf/address')).toMatchObject({ json: '/exports/1?proof' })
})
test('returns the error of a function with its code', async () => {
  expect(await ask({ shelf: room }, 'shelf/fail')).toMatchObject({ status: 422, json: { code: 'EMPTY' } })
})
test('does not call a function that is not in the contract', async () => {
  for (const name of ['burn', 'constructor', 'toString'])
    expect(await ask({ shelf: room }, `shelf/${name}`)).toBeUndefined()
})
test('rejects a missing function at compile time and at the start', () => {
  const { fail: _, ...lacking } = room
  // @ts-expect-error: `fail` is missing
  expect(() => serve(contract, { shelf: lacking })).toThrow('shelf.fail')
})
test('finds a late-bound room at each call', async () => {
  let factor = 2
  const found = () => ({ ...room, double: ({ number }: { number: number }) => number * factor })
  const shelf = lateBound(contract.shelf, found)
  factor = 3
  expect(await ask({ shelf }, 'shelf/double', { number: 2 })).toMatchObject({ json: 6 })
})
test('rejects every call of closed rooms', async () => {
  const refuse = (): never => {
    throw new PlainError('CLOSED', 'Open one.')
  }
  const answer = await ask(refusals(contract, refuse), 'shelf/double', { number: 1 })
  expect(answer).toMatchObject({ status: 422, json: { code: 'CLOSED' } })
})
