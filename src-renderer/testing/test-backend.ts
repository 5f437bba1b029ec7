/**
 * A backend for component tests: the real contract and wire format, answered in the page. A test defines
 * only the procedures it needs; calls of others are refused. Install it before loading a module that creates
 * the client.
 */
import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { Client } from '../rpc/client.ts'

interface Call {
  /** Aborted when the page cancels the call. */
  signal: AbortSignal | undefined
}
type Answers = {
  [Namespace in keyof Client]?: Partial<
    Record<keyof Client[Namespace], (input: never, call: Call) => unknown>
  >
}
type Answer = (input: unknown, call: Call) => unknown

/**
 * Answers `/rpc` with the given functions; requests to other URLs are passed on.
 * @returns a function that removes the backend
 */
export function installBackend(answers: Answers): () => void {
  const implementer = implement(contract)
  const namespaces = Object.entries(contract).map(([namespace, procedures]) => [
    namespace,
    Object.fromEntries(
      Object.keys(procedures).map((name) => {
        const answer = (answers as Record<string, Record<string, Answer>>)[namespace]?.[name]
        // The procedure names are known only at run time here.
        // biome-ignore lint/suspicious/noExplicitAny: see above
        const procedure = (implementer as any)[namespace][name]
        return [
          name,
          procedure.handler(({ input, signal }: { input: unknown; signal?: AbortSignal }) => {
            if (!answer)
              throw new ORPCError('NOT_IMPLEMENTED', {
                message: `The test did not expect ${namespace}.${name}.`,
              })
            return answer(input, { signal })
          }),
        ]
      }),
    ),
  ])
  const handler = new RPCHandler(Object.fromEntries(namespaces))
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
