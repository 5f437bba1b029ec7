/**
 * Typed calls to the backend over `/rpc` on the page's own origin, both in the desktop window and in a
 * browser. Screens read with `useQuery(rpc.catalog.search.queryOptions(...))` and write with
 * `useMutation(rpc.feeds.editDraft.mutationOptions(...))`. changes.ts refetches stale answers.
 */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { contract } from '../../src-shared/rpc/contract.ts'
import { refusalsHeader } from '../../src-shared/rpc/refusals.ts'
import { isUnreachable } from './errors.ts'
import { fetchWithSession } from './session.ts'
import { translateAnswer, translateError } from './translate-answer.ts'

export type Client = ContractRouterClient<typeof contract>

/** A refusal with its own status, which it is sent without (`refusalsHeader`); any other answer unchanged. */
function refusalOf(response: Response): Response {
  const status = Number(response.headers.get(refusalsHeader) ?? 0)
  if (status === 0) return response
  return new Response(response.body, { status, headers: response.headers })
}

const link = new RPCLink({
  url: new URL('/rpc', window.location.href),
  headers: { [refusalsHeader]: '1' },
  fetch: async (request, init) => refusalOf(await fetchWithSession(request, init)),
})

export const client: Client = createORPCClient({
  async call(path, input, options) {
    try {
      return translateAnswer(path[0], await link.call(path, input, options))
    } catch (error) {
      throw translateError(error)
    }
  },
})

/** Query and mutation options for every procedure of the contract. */
export const rpc = createTanstackQueryUtils(client)

// Updates from an answer are rendered at once; the default timer would wait for a later task.
notifyManager.setScheduler(queueMicrotask)

/**
 * Answers do not become stale over time: change events mark them as stale. The network mode is `always`
 * because the backend runs on this computer and needs no network.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => isUnreachable(error) && failures < 3,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
