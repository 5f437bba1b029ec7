import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../src-shared/rpc/contract.ts'

/** Enters with a one-time link, as a browser does, and gives the calls the page makes. */
export async function callsOf(link: string): Promise<ContractRouterClient<typeof contract>> {
  const entered = await fetch(link, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const rpcLink = new RPCLink({ url: new URL('/rpc', link), headers: { cookie } })
  return createORPCClient(rpcLink)
}
