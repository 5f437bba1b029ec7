import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../src-shared/rpc/contract.ts'

export type Calls = ContractRouterClient<typeof contract>

/** Enters with a one-time link, as a browser does, and gives the calls the page makes. */
export const callsOf = async (link: string): Promise<Calls> => (await enter(link)).calls

/** The same, with the cookie that lets a browser into the same session. */
export async function enter(
  link: string,
): Promise<{ calls: Calls; cookie: { name: string; value: string } }> {
  const entered = await fetch(link, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const [name = '', value = ''] = cookie.split('=')
  const rpcLink = new RPCLink({ url: new URL('/rpc', link), headers: { cookie } })
  return { calls: createORPCClient(rpcLink), cookie: { name, value } }
}
