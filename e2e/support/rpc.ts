import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../src-shared/rpc/contract.ts'

export type Calls = ContractRouterClient<typeof contract>

/** What a page that was let in keeps, as `src-renderer/rpc/session.ts` does. */
interface Pass {
  session: string
  pictureKey: string
}

/** Enters with a one-time link, as a page does, and gives the calls it makes. */
export const callsOf = async (link: string): Promise<Calls> => (await enter(link)).calls

/** The same, with what another page of the same browser needs to be let in. */
export async function enter(link: string): Promise<{ calls: Calls; pass: Pass }> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
  const entered = await fetch(new URL('/session', link), { method: 'POST', body: JSON.stringify({ token }) })
  if (!entered.ok) throw new Error(`Not let in: ${await entered.text()}`)
  const pass = (await entered.json()) as Pass
  const rpcLink = new RPCLink({ url: new URL('/rpc', link), headers: headersOf(pass) })
  return { calls: createORPCClient(rpcLink), pass }
}

const headersOf = ({ session }: Pass) => ({ authorization: `Bearer ${session}` })

/** Hands a file over, as a page in a browser does. Answers where it is kept until it is imported. */
export async function upload(link: string, pass: Pass, name: string, body: string): Promise<string> {
  const address = new URL(`/uploads?${new URLSearchParams({ name })}`, link)
  const answer = await fetch(address, { method: 'POST', body, headers: headersOf(pass) })
  if (!answer.ok) throw new Error(`The file was not taken: ${await answer.text()}`)
  return ((await answer.json()) as { file: string }).file
}
