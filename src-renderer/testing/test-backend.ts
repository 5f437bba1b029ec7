/**
 * A backend for component tests: the real contract and the real wire format, answered in the page itself. A test
 * names only the procedures it needs; any other is refused. Install it before a module that makes the client is loaded.
 */
import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { Client } from '../rpc/client.ts'

type Answers = { [Room in keyof Client]?: Partial<Record<keyof Client[Room], (input: never) => unknown>> }

/** Answers `/rpc` with the given functions; other addresses are not changed. @returns a function that removes the backend */
export function installBackend(answers: Answers): () => void {
  const implementer = implement(contract)
  const rooms = Object.entries(contract).map(([room, procedures]) => [
    room,
    Object.fromEntries(
      Object.keys(procedures).map((name) => {
        const answer = (answers as Record<string, Record<string, (input: unknown) => unknown>>)[room]?.[name]
        // The names of the procedures are known only at run time here.
        // biome-ignore lint/suspicious/noExplicitAny: see above
        const procedure = (implementer as any)[room][name]
        return [
          name,
          procedure.handler(({ input }: { input: unknown }) => {
            if (!answer)
              throw new ORPCError('NOT_IMPLEMENTED', { message: `The test did not expect ${room}.${name}.` })
            return answer(input)
          }),
        ]
      }),
    ),
  ])
  const handler = new RPCHandler(Object.fromEntries(rooms))
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!new URL(request.url).pathname.startsWith('/rpc/')) return before(input, init)
    const { response } = await handler.handle(request, { prefix: '/rpc', context: {} })
    return response ?? new Response(null, { status: 404 })
  }
  return () => {
    globalThis.fetch = before
  }
}
